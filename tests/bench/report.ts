import { appendFileSync } from 'node:fs';

/** One line of the table that `npm run bench` prints at its end. */
export type BenchLine = {
  readonly line: string;
  /** the measured value, with its unit */
  readonly now: string;
  /** the target, with its unit */
  readonly aim?: string;
  /** whether the measured value kept to the aim: printed beside it; a busy machine fails no run */
  readonly isHeld?: boolean;
  /** the value measured beside it in the same run, and the ratio */
  readonly beside?: string;
};

/** Prints a line at once, and leaves it for the table at the end of the run. */
export function report({ line, now, aim, isHeld, beside }: BenchLine): void {
  const judged = aim === undefined || isHeld === undefined ? aim : `${aim}: ${isHeld ? 'held' : 'NOT HELD'}`;
  console.info(`${line}: ${now}${judged === undefined ? '' : ` (aim ${judged})`}${beside === undefined ? '' : `; ${beside}`}`);
  const file = process.env['BENCH_LINES'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ line, now, aim: judged, beside })}\n`);
}

/** The middle one of some measurements: a pause of the machine does not move it. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
