/** A name, number or address of any direction inside a sentence, whose order it does not change: Unicode's isolates. */
export function apart(text: string): string {
  return `\u2068${text}\u2069`;
}
