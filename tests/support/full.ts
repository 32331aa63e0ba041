/** Whether this run is a part of `npm run test:full`: every fault, every repetition, every rule. */
export const isFull = process.env['FULL'] === '1';

/** Rows of one kind of test: all of them with test:full, the first on each push. */
export function rowsOf<T>(rows: readonly T[]): readonly T[] {
  return isFull ? rows : rows.slice(0, 1);
}
