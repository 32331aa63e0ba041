/** Compares two ids: entries with equal times stand in the same order at each read. */
export function compareIds(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
