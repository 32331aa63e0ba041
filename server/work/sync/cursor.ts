import { Uuid } from '#domain/text.ts';
import * as v from 'valibot';
import type { ChangeRow } from '#server/data/sync/changes.ts';
import { Refused } from '#server/api-error.ts';

const Time = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8e12));
const Cursor = v.strictTuple([
  v.string(),
  v.boolean(),
  Time,
  Time,
  v.nullable(v.strictTuple([Time, v.picklist(['patient', 'consent', 'listed']), Uuid])),
]);

/**
 * The position of a pull. A run of answers continues while there is `more`: `since` is its start and `after` its position in the
 * order; `settled` is the start of the next run. Times are epoch ms.
 */
export type CursorPosition = {
  epoch: string;
  isWhole: boolean;
  since: number;
  settled: number;
  after: Pick<ChangeRow, 'at' | 'entity' | 'id'> | null;
};

/** Encodes a position, in at most 200 characters. */
export function writeCursor({ epoch, isWhole, since, settled, after }: CursorPosition): string {
  const place = after && ([Date.parse(after.at), after.entity, after.id] as const);
  const whole: v.InferOutput<typeof Cursor> = [epoch, isWhole, since, settled, place && [...place]];
  return Buffer.from(JSON.stringify(whole)).toString('base64url');
}

/** @throws Refused INVALID for text that {@link writeCursor} did not write */
export function readCursor(cursor: string): CursorPosition {
  const checked = v.safeParse(Cursor, parse(Buffer.from(cursor, 'base64url').toString()));
  if (!checked.success) throw new Refused('INVALID', { fields: [{ path: 'since', message: 'The cursor is not right' }] });
  const [epoch, isWhole, since, settled, place] = checked.output;
  return {
    epoch,
    isWhole,
    since,
    settled,
    after: place && { at: new Date(place[0]).toISOString(), entity: place[1], id: place[2] },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
