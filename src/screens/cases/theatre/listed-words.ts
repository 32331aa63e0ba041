import { hasInk } from '#domain/values/ink.ts';
import { CallFailed } from '#contract/engine/call.ts';
import { ListedCase } from '#contract/shapes/record-summary.ts';
import { LIST_WORDS, Listing, mayList, type ListType } from '#domain/theatre/listed.ts';
import { PATIENT_STATUSES, type CaseStatus } from '#domain/base/states.ts';
import { isPlainDate, longDate } from '#domain/values/plain-date.ts';
import { numberWord } from '#domain/base/duration-words.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import type { ListedAt } from '#src/queries/listed.ts';
import type { CaseSummaryView, ConsentView } from '#src/queries/records.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import * as v from 'valibot';

/** Prefix of a field's name in the id of its control. */
export const LISTING_ID = 'list-';

/** The values of the dialog's fields. */
export type ListedFormValues = { readonly date: string; readonly theatre: string; readonly listType: ListType };

/** The initial values of the fields. */
export function listedFormValues(listed: ListedAt | null): ListedFormValues {
  return { date: listed?.date ?? '', theatre: listed?.theatre ?? '', listType: listed?.listType ?? 'THEATRE' };
}

/** `3 December 2026 · Theatre 2 · Theatre list`; `Not on a list`. */
export function listingWords(listed: ListedAt | null): string {
  if (listed === null) return 'Not on a list';
  const { date, theatre, listType } = listed;
  return [longDate(date), theatre, LIST_WORDS[listType]].filter((part) => part !== null).join(' · ');
}

/** Why a consent is no ground to operate yet; null once everybody has signed. */
export function listingWarning(status: CaseStatus): string | null {
  switch (status) {
    case 'SIGNED':
      return null;
    case 'DRAFT':
    case 'UNDER_REVIEW':
    case 'READY':
      return 'The form is still a draft: nobody has signed.';
    case 'DECLINED':
      return 'The patient does not agree.';
    case 'WITHDRAWN':
      return 'The consent is withdrawn.';
    case 'SENT':
      return 'Nobody has signed yet.';
    case 'PARTIALLY_SIGNED':
      return 'Not everybody has signed yet.';
    case 'EXPIRED':
    case 'VOIDED':
    case 'SUPERSEDED':
      return 'This consent is not in force.';
  }
}

/** Whether the case may be listed, and its clinician changed: it is not over, and the patient may be operated on. */
export function mayBeListed({
  status,
  patient,
  mergedFrom,
}: Pick<CaseSummaryView, 'status' | 'patient' | 'mergedFrom'>): boolean {
  if (mergedFrom != null) return false;
  const patientStatus = PATIENT_STATUSES.find((each) => each === patient.status);
  return patientStatus !== undefined && mayList({ status, patientStatus });
}

/** Whether the server has none of the versions: it has no case to list. */
export function isOnlyHere(consents: readonly Pick<ConsentView, 'version' | 'local'>[]): boolean {
  return consents.every(({ version, local }) => version === 0 && local?.isUnsent === true);
}

/** Whether both are the same place on the same day. */
export function isSameListing(one: ListedAt | null, other: ListedAt | null): boolean {
  return listingWords(one) === listingWords(other);
}

/** A date further ahead is taken for a mistyped year [choice]. */
const MOST_YEARS = 3;

type Read = { readonly listed: Listing | null; readonly problems: readonly FieldProblem[] };

/**
 * Parses the input into a listing; null, with the problems, for an invalid one.
 *
 * @param around - today, and the previous date: a past day may stay, and none is newly chosen
 */
export function readListedForm(
  { date, theatre, listType }: ListedFormValues,
  around: { today: string; before: string | undefined },
): Read {
  const parsed = v.safeParse(Listing, { date, theatre: hasInk(theatre) ? theatre : null, listType });
  const said = new Map<string, string>();
  for (const issue of parsed.issues ?? []) {
    const field = v.getDotPath(issue) ?? '';
    if (!said.has(field)) said.set(field, issue.message);
  }
  if (date === '') said.set('date', 'Choose the date');
  else if (isPlainDate(date) && date > inYears(around.today, MOST_YEARS))
    said.set('date', `The date is more than ${numberWord(MOST_YEARS)} years away. Please check the year.`);
  else if (!said.has('date') && date < around.today && date !== around.before)
    said.set('date', 'The date must be today or later');
  const problems = [...said].map(([field, message]) => ({ field: idOf(field), message }));
  return { listed: problems.length === 0 && parsed.success ? parsed.output : null, problems };
}

/** The same day so many years later; 29 February is not adjusted, as the result only serves to compare. */
function inYears(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
}

/** The snapshot of a case's listing that a change is compared with. */
export type Stood = { readonly listed: ListedAt | null; readonly version: number };

const Met = v.object({ current: v.pick(ListedCase, ['listed', 'version']) });

/** The present listing, if the failure says that another person has changed it; else null. */
export function metBy(failure: unknown): Stood | null {
  if (!(failure instanceof CallFailed) || failure.code !== 'VERSION_CONFLICT') return null;
  const met = v.safeParse(Met, failure.data);
  return met.success ? met.output.current : null;
}

/** The problems in a failure, each with its field. */
export function listingProblems(failure: unknown): FieldProblem[] {
  const met = metBy(failure);
  return failureProblems(failure).map(({ path, message }) => ({
    field: idOf(path.replace(/^listed\./, '')),
    message: met === null ? message : `${message} It now says: ${listingWords(met.listed)}.`,
  }));
}

function idOf(field: string): string | undefined {
  return ['date', 'theatre', 'listType'].includes(field) ? `${LISTING_ID}${field}` : undefined;
}
