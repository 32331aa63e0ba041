import * as v from 'valibot';
import type { Fields } from '#domain/values/field.ts';
import { PATIENT_FIELDS, PATIENT_FORM_ORDER, type PatientFormField } from './patient-fields.ts';
import type { PatientValues } from './patient.ts';
import { isContactField } from './restricted.ts';
import type { PatientStatus } from '#domain/base/states.ts';

/** Characters of the reason why a merge of two records is undone, or why two that look alike are two people [choice]. */
export const MERGE_REASON_MOST = 500;

/** The kinds of entries in the history of a patient's details, and their words. Only added to, as entries are never changed. */
export const PATIENT_CHANGE_WORDS = {
  CREATED: 'Patient entered',
  IMPORTED: 'Patient imported from a file',
  UPDATED: 'Details changed',
  STATUS: 'Status changed',
  MERGED: 'Merged into another record',
  MERGED_IN: 'Another record was merged into this one',
  UNMERGED: 'Merge undone',
  UNMERGED_FROM: 'The merge of another record into this one was undone',
  MOVED: 'This merged record stands on another one now',
  CHOSEN: 'Two people changed the same field, and one value was chosen',
  COMBINED: 'The changes of two people were combined',
  DISCARDED: 'A change was discarded before it was saved',
  ANOTHER_PERSON: 'Looks like another record, and is another person',
} as const;
export const PATIENT_CHANGE_KINDS = Object.keys(PATIENT_CHANGE_WORDS) as readonly PatientChangeKind[];
export type PatientChangeKind = keyof typeof PATIENT_CHANGE_WORDS;

/** How a conflict of two people's changes ended. */
export const CONFLICT_KINDS = ['CHOSEN', 'COMBINED', 'DISCARDED'] as const satisfies readonly PatientChangeKind[];
export type ConflictKind = (typeof CONFLICT_KINDS)[number];

/** The fields of the history: those of the form, and the status with the record that a merge names. */
export const HISTORY_FIELDS = [...PATIENT_FORM_ORDER, 'status', 'mergedInto'] as const;
export type HistoryField = PatientFormField | 'status' | 'mergedInto';

/** One value of one field; null where it is empty. */
export type HistoryValue = string | boolean | null;
/** Longest text of a value: that of an address. */
const VALUE_MOST = 500;
export const HistoryValue = v.nullable(
  v.union(
    [v.boolean(), v.pipe(v.string(), v.maxLength(VALUE_MOST, `The value must be at most ${VALUE_MOST} characters`))],
    'The value must be text, yes or no, or null',
  ),
);

/** The value that stays after a conflict: the one entered on the tablet, the one that the server had, or one of each. */
export const CONFLICT_RESOLUTIONS = ['MINE', 'THEIRS', 'BOTH'] as const;
export type ConflictResolution = (typeof CONFLICT_RESOLUTIONS)[number];

/**
 * One field of an entry: from which value to which. In an entry of a conflict `from` is the value that is not kept, `to` the one that
 * stays, and `resolution` says whose that is.
 */
export type HistoryChange = {
  readonly field: HistoryField;
  readonly from: HistoryValue;
  readonly to: HistoryValue;
  readonly resolution?: ConflictResolution;
};

type Recorded = PatientValues & { readonly status: PatientStatus };

/** The fields whose values differ, in the order of the form; `before` null for a new patient, whose filled fields are named. */
export function historyChanges(before: Recorded | null, after: Recorded): HistoryChange[] {
  const [from, to] = [before === null ? {} : historyValues(before), historyValues(after)];
  return HISTORY_FIELDS.flatMap((field) => {
    const change = { field, from: from[field] ?? null, to: to[field] ?? null };
    return isEmpty(change.from) === isEmpty(change.to) && (isEmpty(change.to) || change.from === change.to) ? [] : [change];
  });
}

/** Every value of a patient, or of some fields of one, by the name in the form: of a field with parts, each part. */
export function historyValues(values: Readonly<Record<string, unknown>>): Partial<Record<HistoryField, HistoryValue>> {
  const fields: Fields = PATIENT_FIELDS;
  const flat = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const field = fields[name];
    return field !== undefined && 'parts' in field && typeof value === 'object' && value !== null
      ? Object.entries(value).map(([part, each]) => [part, Array.isArray(each) ? each.join(' ') : each])
      : [[name, value]];
  });
  const known = new Set<string>(HISTORY_FIELDS);
  // Names were checked; a value of one field is text, a boolean or null.
  return Object.fromEntries(flat.filter(([name, value]) => known.has(name) && isValue(value))) as Partial<
    Record<HistoryField, HistoryValue>
  >;
}

/** The same changes without the values of contact fields, for somebody who may not see them; that there was a change stays. */
export function withoutContactValues(changes: readonly HistoryChange[]): (HistoryChange & { readonly hidden?: true })[] {
  return changes.map((change) =>
    isContactField(change.field) ? { ...change, from: null, to: null, hidden: true as const } : change,
  );
}

function isValue(value: unknown): value is HistoryValue {
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

// A new patient's protection is named only where it was set.
function isEmpty(value: HistoryValue): boolean {
  return value === null || value === '' || value === false;
}
