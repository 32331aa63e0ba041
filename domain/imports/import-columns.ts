import { hasInk } from '#domain/values/ink.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import type { RowNote } from './import-table.ts';

/** A heading of a file and the field that its cells are read as; null for one that is left out. */
export type ImportColumn = { heading: string; field: string | null };
/** The field of each heading, as a person chose it. */
export type ImportMapping = Readonly<Record<string, string | null>>;

/** One field of an import. */
export type ImportField = {
  readonly label: string;
  /** headings that it is known by, beside its name and its label */
  readonly headings: readonly string[];
  /** whether several columns are joined into it */
  readonly isJoined?: boolean;
  /** the texts that it may have, each in words; absent where it has any */
  readonly choices?: Readonly<Record<string, string>>;
};
/** The fields of an import by name. */
export type ImportFields = Readonly<Record<string, ImportField>>;

/** A heading as headings are compared: letters and digits, without case and marks. */
export function foldedHeading(heading: string): string {
  return foldForSearch(heading).replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Every heading that is known, folded, with its field. */
export function knownHeadings(fields: ImportFields): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([name, { label, headings }]) =>
      [name, label, ...headings].map((each): [string, string] => [foldedHeading(each), name]),
    ),
  );
}

/** The columns of a file by their headings: the first of a field counts, unless several are joined. */
export function guessColumns(headings: readonly string[], fields: ImportFields): ImportColumn[] {
  const known = knownHeadings(fields);
  const used = new Set<string>();
  return headings.map((heading) => {
    const field = known.get(foldedHeading(heading)) ?? null;
    if (field === null || used.has(field)) return { heading, field: null };
    if (fields[field]?.isJoined !== true) used.add(field);
    return { heading, field };
  });
}

/** The columns as a person has mapped them; headings that the mapping does not name are left out. */
export function mappedColumns(headings: readonly string[], mapping: ImportMapping): ImportColumn[] {
  return headings.map((heading) => ({ heading, field: Object.hasOwn(mapping, heading) ? (mapping[heading] ?? null) : null }));
}

/** The mapping by which columns are read, as a call and a later file take it. */
export function mappingOfColumns(columns: readonly ImportColumn[]): ImportMapping {
  return Object.fromEntries(columns.map(({ heading, field }) => [heading, field]));
}

/** The first field that more than one column is read as, though they are not joined; undefined for a sound mapping. */
export function doubledField(columns: readonly ImportColumn[], fields: ImportFields): string | undefined {
  const used = new Set<string>();
  for (const { field } of columns) {
    if (field === null || fields[field]?.isJoined === true) continue;
    if (used.has(field)) return field;
    used.add(field);
  }
  return undefined;
}

/** The text of each field in one row; cells of a joined field with line breaks between them. */
export function cellTextsOf(cells: readonly string[], columns: readonly ImportColumn[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [at, { field }] of columns.entries()) {
    const text = (cells[at] ?? '').trim();
    if (field === null || !hasInk(text)) continue;
    const before = texts.get(field);
    texts.set(field, before === undefined ? text : `${before}\n${text}`);
  }
  return texts;
}

/** The fault of a row that is longer than the headings; its fields alone do not show it. */
export function rowFaults(cells: readonly string[], columns: readonly ImportColumn[]): RowNote[] {
  return cells.length > columns.length ? [{ path: '', message: LONGER }] : [];
}

const LONGER =
  'This row has more cells than there are headings, so its values may be in the wrong columns. Mend it in the file, or leave it out.';
