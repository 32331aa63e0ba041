import { csvOf } from '#domain/exports/csv.ts';
import type { ImportColumn } from '#domain/imports/import-columns.ts';

/** A row that stays out of an import, with what is to be looked at. */
export type LaterLine = { readonly row: number; readonly cells: readonly string[]; readonly problem: string };

/** The rows as a CSV file: the cells of the file, with the number of the row and what is to be looked at. */
export function laterFile(lines: readonly LaterLine[], columns: readonly ImportColumn[]): string {
  const headings = [...columns.map(({ heading }) => heading), 'Row', 'Problem'];
  const rows = lines.map(({ row, cells, problem }) => [...columns.map((_, at) => cells[at] ?? ''), String(row), problem]);
  return csvOf([headings, ...rows]);
}
