/** Whether this run is a part of `npm run test:full`: every fault, every repetition, every rule. */
export const isFull = process.env['FULL'] === '1';
/** Whether this run belongs to a part, with all repetitions or with those of a push. */
export const isPart = isFull || process.env['PARTS'] === '1';

/** Rows of a long walk: all of them where the run belongs to a part, every `nth` on each push. */
export function rowsOfPart<T>(rows: readonly T[], nth: number): readonly T[] {
  return isPart ? rows : rows.filter((_, at) => at % nth === 0);
}

/** Rows of one kind of test: all of them with test:full, the first `onPush` on each push. */
export function rowsOf<T>(rows: readonly T[], onPush = 1): readonly T[] {
  return isFull ? rows : rows.slice(0, onPush);
}
