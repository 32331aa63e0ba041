import type { PackLine } from '#domain/packs/pack-values.ts';
import type { PackLineRow } from '#server/data/packs/subject-packs.ts';
import { sha256Hex } from '#server/sha256.ts';

/** The name of a line within its pack. */
export function packLineName({ table, key, column }: Pick<PackLine, 'table' | 'key' | 'column'>): string {
  return nameOf(table, key, column);
}

/** The name of a stored line within its pack. */
export function storedLineName({ of_table, row_key, of_column }: PackLineRow): string {
  return nameOf(of_table, row_key, of_column);
}

function nameOf(table: string, key: string, column: string): string {
  return `${table} ${key} ${column}`;
}

/** The digest of what a line says: lines of one digest are decided together. A form that is kept from parents is decided on its own. */
export function lineDigest(line: PackLine): string {
  return sha256Hex(line.kind === 'YOUNG' ? `${packLineName(line)} ${line.words}` : line.words);
}

/** The versions to which the lines of a kind belong. */
export function versionsOfLines(lines: readonly PackLineRow[], isOfKind: (line: PackLineRow) => boolean): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => (line.consent_id !== null && isOfKind(line) ? [line.consent_id] : [])));
}
