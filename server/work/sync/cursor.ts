import { Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import type { ChangeRow } from '#server/data/sync/changes.ts';
import { Refused } from '#server/api-error.ts';

/** The latest time of a cursor, epoch ms: in the year 2223, well before the last one that a date can hold [choice]. */
const CURSOR_TIME_MOST = 8e12;

const Time = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(CURSOR_TIME_MOST));
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
  isFull: boolean;
  since: number;
  settled: number;
  after: Pick<ChangeRow, 'at' | 'entity' | 'id'> | null;
};

/** Encodes a position, in at most 200 characters. */
export function writeCursor({ epoch, isFull, since, settled, after }: CursorPosition): string {
  const position = after && ([Date.parse(after.at), after.entity, after.id] as const);
  const cursor: v.InferOutput<typeof Cursor> = [epoch, isFull, since, settled, position && [...position]];
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @throws Refused INVALID for text that {@link writeCursor} did not write */
export function readCursor(cursor: string): CursorPosition {
  const checked = v.safeParse(Cursor, parse(Buffer.from(cursor, 'base64url').toString()));
  if (!checked.success) throw new Refused('INVALID', { fields: [{ path: 'since', message: 'The cursor is not right' }] });
  const [epoch, isFull, since, settled, position] = checked.output;
  return {
    epoch,
    isFull,
    since,
    settled,
    after: position && { at: new Date(position[0]).toISOString(), entity: position[1], id: position[2] },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
