import { RECORDED_BY } from '#domain/cases/event-author.ts';
import { isWrittenDetail } from '#domain/cases/without-people.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { isSignerRole, ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { columnsOf, type CataloguedColumn, type PackTable } from '#domain/integrity/data-catalogue.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { PACK_FOR_RULES, type PackFor, type PackLineKind } from './pack.ts';
import { isBlank, OTHER_PEOPLE, otherPeople, storedValueWords } from './stored-value-words.ts';

/** A row of a table as JSON. */
export type StoredRow = Readonly<Record<string, unknown>>;
/** A row with its name in its table; `isOwn`: the patient themself wrote it or is reached by it, who is not who reads every pack; `consentId`: the version that it belongs to. */
export type PackRow = {
  readonly table: PackTable;
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

/** The members of acts and events that name staff or other records. */
const OF_STAFF = new Set([
  'userID',
  'by',
  'byName',
  'clinicianId',
  'assessor',
  'operator',
  'operatorID',
  'otherId',
  'recordID',
  RECORDED_BY.name,
  RECORDED_BY.role,
]);
/** The members that name the author of an event: a member of staff, unless a signer made it. */
const OF_AUTHOR = ['typedName', 'nameExpected'];

/** The column of a line about a version as a whole. */
export const WHOLE_FORM = 'form';

/**
 * The lines in one row about others than the reader, which a person decides about. The patient themself is told all of their own forms and
 * words; where somebody else reads the pack, those of the patient wait like those of anybody.
 */
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
  const people = [...new Set(forms.flatMap(otherPeople))];
  const isOwn = isOfReader(row, forWhom);
  const isHidden = !PACK_FOR_RULES[forWhom].isAboutReader && forms.some(isHiddenFromParents);
  return [
    ...(isHidden ? [line('YOUNG', 'child', hiddenFormWords(row.row))] : []),
    ...(people.length === 0 ? [] : [line('PEOPLE', WHOLE_FORM, people.join('\n'))]),
    ...columns.flatMap(({ name, columnClass }) => {
      const kind = LINE_KINDS[columnClass];
      const value = columnClass === 'detail' ? writtenIn(row, name) : row.row[name];
      return kind === undefined || isOwn || isBlank(value) || (kind === 'CONTACT' && isOfStaff(row))
        ? []
        : [line(kind, name, storedValueWords(value))];
    }),
  ];
}

/** Whether the one who reads the pack wrote a row, or is reached by it. */
function isOfReader({ isOwn }: Pick<PackRow, 'isOwn'>, forWhom: PackFor): boolean {
  return isOwn && PACK_FOR_RULES[forWhom].isAboutReader;
}

const LINE_KINDS: { readonly [C in CataloguedColumn['columnClass']]?: PackLineKind } = {
  contact: 'CONTACT',
  note: 'NOTE',
  detail: 'NOTE',
};

/** Whether a row is of a signer under an account of the hospital, who is named by the role and reached by nobody. */
function isOfStaff({ row }: Pick<PackRow, 'row'>): boolean {
  return isSignerRole(row['role']) && ROLE_RULES[row['role']].isStaff !== false;
}

/** A form by its type, its version and the day (UTC) on which it was begun. */
function hiddenFormWords({ form_type: type, version_number: version, created_at: at }: StoredRow): string {
  const form = FORM_TYPES.find((each) => each === type);
  const name = form === undefined ? 'A form' : FORM_WORDS[form].name;
  return `${name}, version ${String(version)}, begun on ${longDate(String(at).slice(0, 'yyyy-mm-dd'.length))}: parents may not be told`;
}

/** The rules by which a pack has the values of a row. */
export type PackRules = {
  readonly forWhom: PackFor;
  /** the role of an account in words; null where it is gone */
  readonly roleOf: (userId: string) => string | null;
  /** whether a line of this row is kept */
  readonly isKept: (column: string) => boolean;
};

/** A row as a pack has it: the columns of the catalogue, roles in place of names, and nothing that is withheld. Files are left to others. */
export function packedRow(of: PackRow, { forWhom, roleOf, isKept }: PackRules): Record<string, unknown> {
  const { table, row } = of;
  const isOwn = isOfReader(of, forWhom);
  const isFormKept = isKept(WHOLE_FORM);
  const values = columnsOf(table).map(({ name, columnClass }): [string, unknown] => {
    const value = row[name] ?? null;
    const isShown = isOwn || isBlank(value) || isKept(name);
    return [name, PACKED[columnClass]({ of, name, value, isShown, isFormKept, roleOf })];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

type Packing = {
  readonly of: PackRow;
  readonly name: string;
  readonly value: unknown;
  readonly isShown: boolean;
  readonly isFormKept: boolean;
  readonly roleOf: PackRules['roleOf'];
};
const asStored = ({ value }: Packing) => value;
const leftOut = () => undefined;
const WITHHELD = '(withheld)';

const PACKED: Readonly<Record<CataloguedColumn['columnClass'], (packing: Packing) => unknown>> = {
  data: asStored,
  key: asStored,
  form: ({ value, isFormKept }) => (isFormKept ? value : without(value, OTHER_PEOPLE)),
  contact: ({ of, value, isShown }) => (isOfStaff(of) ? undefined : isShown ? value : WITHHELD),
  person: ({ of, value, isFormKept }) => {
    if (isOfStaff(of)) return undefined;
    return of.isOwn || isFormKept || isBlank(value) ? value : WITHHELD;
  },
  note: ({ value, isShown }) => (isShown ? value : WITHHELD),
  detail: ({ of, name, value, isShown }) =>
    without(value, new Set([...staffMembers(of), ...(isShown ? [] : Object.keys(writtenIn(of, name) ?? {}))])),
  act: ({ value }) => without(value, new Set([...OF_STAFF, 'name'])),
  actor: ({ value, roleOf }) => (typeof value === 'string' ? roleOf(value) : null),
  file: leftOut,
  staff: leftOut,
  internal: leftOut,
  sealed: leftOut,
  secret: leftOut,
};

function without(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (names.has(name) ? [] : [[name, without(each, names)]])),
  );
}

function isHiddenFromParents(form: unknown): boolean {
  if (typeof form !== 'object' || form === null) return false;
  if ('tellParents' in form && form.tellParents === 'NO') return true;
  return Object.values(form).some(isHiddenFromParents);
}

/** The members of a detail that somebody wrote, or that name somebody who is not staff; null without any. */
function writtenIn(of: PackRow, column: string): Record<string, unknown> | null {
  const { [column]: detail, type } = of.row;
  if (typeof detail !== 'object' || detail === null) return null;
  const names = staffMembers(of);
  const written = Object.entries(detail).filter(
    ([name, value]) => isWrittenDetail(String(type), name) && !names.has(name) && !isBlank(value),
  );
  return written.length === 0 ? null : Object.fromEntries(written);
}

/** The members of a row's details that name staff: the author too, where an account acted. */
function staffMembers({ row: { actor } }: PackRow): ReadonlySet<string> {
  const isByStaff = typeof actor === 'object' && actor !== null && 'kind' in actor && actor.kind === 'STAFF';
  return isByStaff ? new Set([...OF_STAFF, ...OF_AUTHOR]) : OF_STAFF;
}
