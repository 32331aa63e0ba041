import { CallFailed } from '#contract/call.ts';
import { ListedCase } from '#contract/record-summary.ts';
import { LIST_WORDS, Listing, type ListType } from '#domain/listed.ts';
import { isPlainDate, longDate } from '#domain/plain-date.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import type { ListedAt } from '#src/queries/listed.ts';
import type { FieldProblem } from '#src/ui/ErrorSummary.tsx';
import * as v from 'valibot';

/** What the fields of the dialog hold; their ids are `list-` and the field's name. */
export type Typed = { readonly date: string; readonly theatre: string; readonly listType: ListType };

/** The fields as they stand when the dialog opens. */
export function typedOf(listed: ListedAt | null): Typed {
  return { date: listed?.date ?? '', theatre: listed?.theatre ?? '', listType: listed?.listType ?? 'THEATRE' };
}

/** `3 December 2026 · Theatre 2 · Theatre list`; `Not on a list`. */
export function listingWords(listed: ListedAt | null): string {
  if (listed === null) return 'Not on a list';
  const { date, theatre, listType } = listed;
  return [longDate(date), theatre, LIST_WORDS[listType]].filter((part) => part !== null).join(' · ');
}

/** Whether both say the same place on the same day. */
export function isSameListing(one: ListedAt | null, other: ListedAt | null): boolean {
  return listingWords(one) === listingWords(other);
}

/** Nobody lists a case so long ahead: the year was mistyped [choice]. */
const MOST_YEARS = 3;

type Read = { readonly listed: Listing | null; readonly problems: readonly FieldProblem[] };

/**
 * What was typed as a listing; null, with what is wrong, where it is none.
 *
 * @param around - today, and the date that stood there before: a day that has passed may stay, and none is newly chosen
 */
export function readTyped({ date, theatre, listType }: Typed, around: { today: string; before: string | undefined }): Read {
  const parsed = v.safeParse(Listing, { date, theatre: theatre.trim() === '' ? null : theatre, listType });
  const said = new Map<string, string>();
  for (const issue of parsed.issues ?? []) {
    const field = v.getDotPath(issue) ?? '';
    if (!said.has(field)) said.set(field, issue.message);
  }
  if (date === '') said.set('date', 'The Date is required');
  else if (isPlainDate(date) && date > inYears(around.today, MOST_YEARS))
    said.set('date', 'The date is more than three years away. Please check the year.');
  else if (!said.has('date') && date < around.today && date !== around.before)
    said.set('date', 'The date must be today or later');
  const problems = [...said].map(([field, message]) => ({ field: idOf(field), message }));
  return { listed: problems.length === 0 && parsed.success ? parsed.output : null, problems };
}

/** The same day so many years later; 29 February as it is written, which only serves to compare. */
function inYears(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
}

/** How a case stands on its lists: what a change is measured against. */
export type Stood = { readonly listed: ListedAt | null; readonly version: number };

const Met = v.object({ current: v.pick(ListedCase, ['listed', 'version']) });

/** What stands there now, where a failure says that somebody else has changed it; else null. */
export function metBy(failure: unknown): Stood | null {
  if (!(failure instanceof CallFailed) || failure.code !== 'VERSION_CONFLICT') return null;
  const met = v.safeParse(Met, failure.data);
  return met.success ? met.output.current : null;
}

/** What a failure says, each with the field that it is about. */
export function listingProblems(failure: unknown): FieldProblem[] {
  const met = metBy(failure);
  return failureProblems(failure).map(({ path, message }) => ({
    field: idOf(path.replace(/^listed\./, '')),
    message: met === null ? message : `${message} It now says: ${listingWords(met.listed)}.`,
  }));
}

function idOf(field: string): string | undefined {
  return ['date', 'theatre', 'listType'].includes(field) ? `list-${field}` : undefined;
}
