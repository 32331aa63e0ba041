import { hasInk } from '#domain/values/ink.ts';
import { hasControl } from '#domain/values/text.ts';
import * as v from 'valibot';

/** Characters of the words that a list is searched for [choice]. */
const SEARCH_MOST = 200;

/** First page of every list (spec §9). */
export const FIRST_PAGE = 1;
/** Records on a page when nobody asks for another number (spec §9). */
export const PAGE_SIZE = 10;
/** Most records that one page may hold [choice]. */
export const PAGE_SIZE_MOST = 100;

/** A whole number from 1, also as text of a query. */
export const integerBetween = (label: string, most: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))], `The ${label} must be a whole number`),
    v.integer(`The ${label} must be a whole number`),
    v.minValue(1, `The ${label} must be at least 1`),
    v.maxValue(most, `The ${label} must be at most ${most}`),
  );

/** Paging of every list (spec §9): `page` from 1, `limit` 10 unless asked for, at most 100. */
export const PageFields = {
  page: v.optional(integerBetween('page', 1_000_000), FIRST_PAGE),
  limit: v.optional(integerBetween('limit', PAGE_SIZE_MOST), PAGE_SIZE),
};

/** Free search text of a list; empty finds everything. */
export const Search = v.optional(
  v.pipe(
    v.string('The search must be text'),
    v.check((text) => !hasControl(text), 'The search must not hold control characters'),
    v.maxLength(SEARCH_MOST, `The search must be at most ${SEARCH_MOST} characters`),
    v.transform((text) => (hasInk(text) ? text.trim() : '')),
  ),
  '',
);

/** A filter whose allowed values depend on another field: absent or ALL means all; in capitals. {@link isOneOf} checks it. */
export const StatusText = v.optional(
  v.pipe(
    v.string('The status must be text'),
    v.transform((text) => text.toUpperCase()),
  ),
  'ALL',
);

/** Whether the text is one of the values, or ALL. */
export function isOneOf(values: readonly string[], text: string): boolean {
  return text === 'ALL' || values.includes(text);
}

/** The sentence about a status that {@link isOneOf} refuses. */
export function notOneOf(values: readonly string[]): string {
  return `The status must be one of ${[...values, 'ALL'].join(', ')}`;
}

/** A filter: absent or ALL means all; any case; an unknown value is refused by name. */
export function StatusFilter<const T extends readonly string[]>(values: T, label = 'status') {
  const allowed: readonly string[] = [...new Set([...values, 'ALL'])];
  return v.optional(
    v.pipe(
      v.string(`The ${label} must be text`),
      v.transform((text) => text.toUpperCase()),
      v.check((text) => allowed.includes(text), `The ${label} must be one of ${allowed.join(', ')}`),
      // The check above has just proved it.
      v.transform((text) => text as T[number] | 'ALL'),
    ),
    'ALL',
  );
}

/**
 * One page of a list: `{records, page, limit, total, pages}`. The total of a search is at most 1,001, and `totalIsCapped` then says
 * that there may be more.
 */
export function ListOf<S extends v.GenericSchema>(record: S) {
  return v.object({
    message: v.string(),
    data: v.object({
      records: v.array(record),
      page: v.number(),
      limit: v.number(),
      total: v.number(),
      pages: v.number(),
      totalIsCapped: v.optional(v.literal(true)),
    }),
  });
}

/** The filter of a list by the ends of cases: without it those that have ended are left out, with it they alone are listed. */
export const EndedFilter = { ended: v.optional(v.picklist(['ENDED'], 'The ended must be ENDED')) };

/** A person who asked, decided or acted, and when (ISO). */
export const PersonAndTime = v.object({ name: v.string(), at: v.string() });
