/** The name of a line within its pack. */
export function packLineName({
  table,
  key,
  column,
}: {
  readonly table: string;
  readonly key: string;
  readonly column: string;
}): string {
  return `${table} ${key} ${column}`;
}
