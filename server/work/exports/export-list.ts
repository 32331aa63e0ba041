import { FILE_TYPES } from '#contract/engine/file-types.ts';
import { counted } from '#domain/base/counted.ts';
import type { Parsed } from '#contract/calls.ts';
import type { ExportName } from '#contract/exports.ts';
import { csvOf } from '#domain/exports/csv.ts';
import type { ExportFormat } from '#domain/exports/exports.ts';
import { writeXlsx } from '#server/outside/export/write-xlsx.ts';
import type { FileAnswer } from '#server/http/send-answer.ts';
import type { Context } from '#server/http/serve.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { EXPORT_LISTS, type ExportList } from './lists.ts';

/**
 * One list as a file. The security log has the line before the file leaves: an export that cannot be logged is none.
 *
 * @throws Refused EXPORT_TOO_LARGE
 */
export async function exportList<N extends ExportName>(
  name: N,
  input: Parsed<N> & { readonly format: ExportFormat },
  context: Context<StaffActor>,
): Promise<FileAnswer> {
  const { db, deps } = context;
  const list: ExportList<Parsed<N>> = EXPORT_LISTS[name];
  const { count, lines } = await list.open(context, input);
  const file = await FILES[input.format](lines, list);
  await logStaffSecurityEvent(db, context, { type: 'LIST_EXPORTED', subject: list.name, detail: detailOf(input, count) });
  return answerOf(input.format, file, `${list.name}-${todayOf(deps)}`);
}

/** Lines that are in the memory as a file in which no cell can be read as a formula. @param file - `name` without an extension */
export async function fileOfLines(
  format: ExportFormat,
  lines: readonly (readonly string[])[],
  { name, headings }: { name: string; headings: readonly string[] },
): Promise<FileAnswer> {
  const file = await FILES[format](one(lines), { name: name.slice(0, SHEET_NAME_MOST), headings });
  return answerOf(format, file, name);
}

/** The longest name of a sheet, characters (Excel). */
const SHEET_NAME_MOST = 31;

async function* one(lines: readonly (readonly string[])[]): AsyncGenerator<readonly string[]> {
  yield* lines;
}

function answerOf(format: ExportFormat, file: Uint8Array, name: string): FileAnswer {
  const { extension, type } = TYPES[format];
  return { file, name: `${name}.${extension}`, type };
}

const TYPES: Readonly<Record<ExportFormat, { extension: string; type: string }>> = {
  CSV: { extension: 'csv', type: FILE_TYPES.CSV },
  XLSX: { extension: 'xlsx', type: FILE_TYPES.XLSX },
};

type Lines = AsyncIterable<readonly string[]>;

const FILES: Readonly<
  Record<ExportFormat, (lines: Lines, list: { name: string; headings: readonly string[] }) => Promise<Uint8Array>>
> = {
  CSV: async (lines, { headings }) => {
    const rows = [headings];
    for await (const line of lines) rows.push(line);
    return Buffer.from(csvOf(rows), 'utf8');
  },
  XLSX: writeXlsx,
};

/** `120 lines as CSV, status ACTIVE, by a search`. The search is left out: it may name a patient. */
function detailOf({ format, ...filter }: { readonly format: ExportFormat }, count: number): string {
  const filters = Object.entries(filter)
    .filter(([, value]) => value !== undefined && value !== '' && value !== 'ALL' && value !== false)
    .map(([name, value]) => (name === 'search' ? 'by a search' : `${name} ${String(value)}`));
  return [`${counted(count, 'line')} as ${format}`, ...filters].join(', ');
}
