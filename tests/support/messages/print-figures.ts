/** Prints the figures of a long walk, one line for each: a run of the parts shows them. */
export function printFigures(line: string): void {
  process.stdout.write(`${line}\n`);
}
