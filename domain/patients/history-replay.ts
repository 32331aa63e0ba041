import { canonical, type Sha256 } from '#domain/base/canonical.ts';
import {
  CONFLICT_KINDS,
  HISTORY_FIELDS,
  historyValues,
  type HistoryChange,
  type HistoryField,
  type HistoryValue,
} from './patient-history.ts';

/** A line of a patient's history as far as its values go. */
export type ReplayedLine = { readonly kind: string; readonly changes: readonly HistoryChange[] };

type Values = Partial<Record<HistoryField, HistoryValue>>;
/** A patient's details before the first line of the history; `isWhole`: each line left what the next one, or the row, has. */
export type BeforeHistory = { readonly values: Values; readonly isWhole: boolean; readonly hasBeginning: boolean };

const BEGINNINGS: ReadonlySet<string> = new Set(['CREATED', 'IMPORTED']);
/** Whether a line is one that a history begins with, entered or imported: it says everything that the patient had then. */
export const isBeginning = ({ kind }: Pick<ReplayedLine, 'kind'>) => BEGINNINGS.has(kind);
/** Lines that tell how a conflict ended: what it changed stands in a line of its own. */
const CONFLICTS: ReadonlySet<string> = new Set(CONFLICT_KINDS);

/**
 * Takes the lines of a history back from the patient's details of now, the newest first.
 *
 * @param details - the patient in the shape of the wire
 * @param lines - in their order
 */
export function beforeHistory(details: Readonly<Record<string, unknown>>, lines: readonly ReplayedLine[]): BeforeHistory {
  const values: Values = historyValues(details);
  let isWhole = true;
  for (const { kind, changes } of lines.toReversed()) {
    if (CONFLICTS.has(kind)) continue;
    for (const { field, from, to } of changes) {
      if (!isSame(values[field], to)) isWhole = false;
      values[field] = from;
    }
  }
  return { values, isWhole, hasBeginning: lines.some(isBeginning) };
}

/** Whether nothing was there before the history began: a patient begins with the line of the entry. */
export function isNothing(values: Values): boolean {
  return HISTORY_FIELDS.every((field) => isSame(values[field], null));
}

/** The digest of a patient's details from before the history: 64 hex. */
export async function detailsDigest(values: Values, sha256: Sha256): Promise<string> {
  // Empty fields are left out: a field that a later version adds changes no digest.
  return sha256(
    canonical(
      Object.fromEntries(HISTORY_FIELDS.filter((field) => !isSame(values[field], null)).map((field) => [field, values[field]])),
    ),
  );
}

/** An empty text, no value and a protection that is not set are written alike. */
function isSame(one: HistoryValue | undefined, other: HistoryValue | undefined): boolean {
  const [left, right] = [one, other].map((value) => (value === undefined || value === '' || value === false ? null : value));
  return left === right;
}
