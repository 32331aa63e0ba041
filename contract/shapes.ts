import { FIRST_PAGE, PAGE_SIZE, PAGE_SIZE_MOST } from '#domain/limits.ts';
import { hasControl, Uuid } from '#domain/text.ts';
import * as v from 'valibot';

/** The input of a call without fields. */
export const Nothing = v.strictObject({});

const integerBetween = (label: string, most: number) =>
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
    v.maxLength(200, 'The search must be at most 200 characters'),
    v.trim(),
  ),
  '',
);

/** A filter: absent or ALL means all; any case; an unknown value is refused by name. */
export function StatusFilter<const T extends readonly string[]>(values: T, label = 'status') {
  const allowed: readonly string[] = [...values, 'ALL'];
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

/** `{message, data}`. */
export function DataOf<S extends v.GenericSchema>(data: S) {
  return v.object({ message: v.string(), data });
}

export const Done = v.object({ message: v.string() });

/** The version that the caller saw; a stale one is 409 with the current entity. */
export const ExpectedVersion = v.pipe(
  v.number('The version must be a number'),
  v.integer('The version must be a whole number'),
  v.minValue(1, 'The version must be at least 1'),
  v.maxValue(2_000_000_000, 'The version is too large'),
);

/**
 * As {@link ExpectedVersion}, for queueable calls: also the version that an earlier queued call of the same user wrote to the same
 * entity, named by its key (UUID), where the device does not know its number yet.
 */
export const QueuedVersion = v.union([ExpectedVersion, v.strictObject({ after: Uuid })], 'The version must be a number');
export type QueuedVersion = v.InferOutput<typeof QueuedVersion>;

/** Each failure's body. */
export const Failure = v.object({
  message: v.string(),
  error: v.string(),
  fields: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  data: v.optional(v.unknown()),
  requestId: v.optional(v.string()),
});
export type Failure = v.InferOutput<typeof Failure>;
