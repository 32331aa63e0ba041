/** Prints a figure that a test has measured, in one line. */
export function printFigure(words: string): void {
  console.info(words);
}
