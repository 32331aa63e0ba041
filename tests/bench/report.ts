import { appendFileSync } from 'node:fs';

/** One line of the table that `npm run bench` prints at its end. */
export type BenchLine = {
  readonly line: string;
  /** the measured value, with its unit */
  readonly now: string;
  /** the target, with its unit */
  readonly aim?: string;
  /** the value measured beside it in the same run, and the ratio */
  readonly beside?: string;
};

/** Prints a line at once, and leaves it for the table at the end of the run. */
export function report({ line, now, aim, beside }: BenchLine): void {
  console.info(`${line}: ${now}${aim === undefined ? '' : ` (aim ${aim})`}${beside === undefined ? '' : `; ${beside}`}`);
  const file = process.env['BENCH_LINES'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ line, now, aim, beside })}\n`);
}

/** The middle one of some measurements: a pause of the machine does not move it. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
