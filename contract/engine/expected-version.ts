import { Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';

/** The highest version of an entity: the database counts them in 32 bits. */
export const VERSION_MOST = 2_000_000_000;

/** The version that the caller saw; a stale one is 409 with the current entity. */
export const ExpectedVersion = v.pipe(
  v.number('The version must be a number'),
  v.integer('The version must be a whole number'),
  v.minValue(1, 'The version must be at least 1'),
  v.maxValue(VERSION_MOST, 'The version is too large'),
);

/** As {@link ExpectedVersion}, for what has no row before its first change: its version is then 0. */
export const SeenVersion = v.pipe(
  v.number('The version must be a number'),
  v.integer('The version must be a whole number'),
  v.minValue(0, 'The version must be at least 0'),
  v.maxValue(VERSION_MOST, 'The version is too large'),
);

/**
 * As {@link ExpectedVersion}, for queueable calls: also the version that an earlier queued call of the same user wrote to the same
 * entity, named by its key (UUID), where the device does not know its number yet.
 */
export const QueuedVersion = v.union([ExpectedVersion, v.strictObject({ after: Uuid })], 'The version must be a number');
export type QueuedVersion = v.InferOutput<typeof QueuedVersion>;
