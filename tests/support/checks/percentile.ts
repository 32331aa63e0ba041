/** The value below which so many of a hundred measurements lie; not a number without any. */
export function percentile(values: readonly number[], of: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil((values.length * of) / 100) - 1] ?? Number.NaN;
}
