import { columnsOf, type CataloguedColumn, type TableName } from '#domain/integrity/data-catalogue.ts';
import type { PackFor, PackLineKind } from './pack.ts';

/** A row of a table as JSON. */
export type StoredRow = Readonly<Record<string, unknown>>;
/** A row with its name in its table; `isOwn`: the patient themself wrote it or is reached by it; `consentId`: the version that it belongs to. */
export type PackRow = {
  readonly table: TableName;
  readonly key: string;
  readonly row: StoredRow;
  readonly isOwn: boolean;
  readonly consentId: string | null;
};

/** A line about others: `column` of one row, and what stands there. */
export type PackLine = Pick<PackRow, 'table' | 'key' | 'consentId'> & {
  readonly kind: PackLineKind;
  readonly column: string;
  readonly words: string;
};

/** The parts of a form that are about other people, by their names in its JSON. */
const PEOPLE = new Set(['parents', 'interpreter', 'people', 'lpa', 'deputy', 'disagreement', 'secondOpinion']);
/** The members of an event's detail that somebody wrote, or that name somebody. */
const WRITTEN = ['reason', 'note', 'outcome', 'name', 'names', 'comments'];
/** The members of acts and events that name staff or other records. */
const STAFF = new Set([
  'userID',
  'by',
  'byName',
  'clinicianId',
  'assessor',
  'operator',
  'operatorID',
  'otherId',
  'recordID',
  'recordedBy.name',
  'recordedBy.role',
]);

/** The column of a line about a version as a whole. */
export const WHOLE_FORM = 'form';

/** The lines about others in one row, for whom a person decides. @param forWhom - the patient themself is told all of their own forms */
export function linesOf(row: PackRow, forWhom: PackFor): PackLine[] {
  const line = (kind: PackLineKind, column: string, words: string): PackLine => ({
    table: row.table,
    key: row.key,
    consentId: row.consentId,
    kind,
    column,
    words,
  });
  const columns = columnsOf(row.table);
  const forms = columns.filter(({ columnClass }) => columnClass === 'form').map(({ name }) => row.row[name]);
  const people = [...new Set(forms.flatMap(peopleIn))];
  return [
    ...(forWhom !== 'PATIENT' && forms.some(isKeptFromParents) ? [line('YOUNG', 'child', 'Parents may not be told')] : []),
    ...(people.length === 0 ? [] : [line('PEOPLE', WHOLE_FORM, people.join('\n'))]),
    ...columns.flatMap(({ name, columnClass }) => {
      const kind =
        columnClass === 'contact' ? 'CONTACT' : columnClass === 'note' || columnClass === 'detail' ? 'NOTE' : undefined;
      const value = columnClass === 'detail' ? writtenIn(row.row[name]) : row.row[name];
      return kind === undefined || row.isOwn || isEmpty(value) ? [] : [line(kind, name, flatWords(value))];
    }),
  ];
}

/** The rules by which a pack has the values of a row. */
export type PackRules = {
  /** the role of an account in words; null where it is gone */
  readonly roleOf: (userId: string) => string | null;
  /** whether a line of this row is kept */
  readonly isKept: (column: string) => boolean;
};

/** A row as a pack has it: the columns of the catalogue, roles in place of names, and nothing that is withheld. Files are left to others. */
export function packedRow({ table, row, isOwn }: PackRow, { roleOf, isKept }: PackRules): Record<string, unknown> {
  const values = columnsOf(table).map(({ name, columnClass }): [string, unknown] => {
    const value = row[name] ?? null;
    const isShown = isOwn || isEmpty(value) || isKept(name);
    return [name, PACKED[columnClass]({ value, isOwn, isShown, roleOf, isFormKept: isKept(WHOLE_FORM) })];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

type Packing = {
  readonly value: unknown;
  readonly isOwn: boolean;
  readonly isShown: boolean;
  readonly isFormKept: boolean;
  readonly roleOf: PackRules['roleOf'];
};
const whole = ({ value }: Packing) => value;
const left = () => undefined;
const WITHHELD = '(withheld)';

const PACKED: Readonly<Record<CataloguedColumn['columnClass'], (packing: Packing) => unknown>> = {
  data: whole,
  key: whole,
  form: ({ value, isFormKept }) => (isFormKept ? value : without(value, PEOPLE)),
  contact: ({ value, isShown }) => (isShown ? value : WITHHELD),
  person: ({ value, isOwn, isFormKept }) => (isOwn || isFormKept || isEmpty(value) ? value : WITHHELD),
  note: ({ value, isShown }) => (isShown ? value : WITHHELD),
  detail: ({ value, isShown }) => without(value, isShown ? STAFF : new Set([...STAFF, ...WRITTEN])),
  act: ({ value }) => without(value, new Set([...STAFF, 'name'])),
  actor: ({ value, roleOf }) => (typeof value === 'string' ? roleOf(value) : null),
  file: left,
  staff: left,
  internal: left,
  sealed: left,
  secret: left,
};

function without(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (names.has(name) ? [] : [[name, without(each, names)]])),
  );
}

function peopleIn(form: unknown): string[] {
  if (Array.isArray(form)) return form.flatMap(peopleIn);
  if (typeof form !== 'object' || form === null) return [];
  return Object.entries(form).flatMap(([name, value]) => {
    if (!PEOPLE.has(name)) return peopleIn(value);
    const words = flatWords(value);
    return hasText(value) ? [`${name}: ${words}`] : [];
  });
}

/** Whether anything is written below a value: a part of which nobody has filled anything in holds answers without words. */
function hasText(value: unknown): boolean {
  if (typeof value === 'string') return /\p{L}/u.test(value) && !/^[A-Z_0-9]+$/.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasText);
}

function isKeptFromParents(form: unknown): boolean {
  if (typeof form !== 'object' || form === null) return false;
  if ('tellParents' in form && form.tellParents === 'NO') return true;
  return Object.values(form).some(isKeptFromParents);
}

function writtenIn(detail: unknown): unknown {
  if (typeof detail !== 'object' || detail === null) return null;
  const entries = Object.entries(detail).filter(([name, value]) => WRITTEN.includes(name) && !isEmpty(value));
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** A value in one line: `name Mary Beech, relation Mother`. */
function flatWords(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map(flatWords)
      .filter((words) => words !== '')
      .join('; ');
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .filter(([name, each]) => name !== 'id' && !isEmpty(each))
    .map(([name, each]) => `${name} ${flatWords(each)}`)
    .join(', ');
}
