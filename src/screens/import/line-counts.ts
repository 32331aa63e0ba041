/** How many rows go where. */
export type LineCounts = Readonly<Record<'all' | 'ready' | 'leftOut' | 'later' | 'imported', number>>;

/** `All 214 rows checked. 211 ready, 1 left out, 2 to look at.` */
export function countWords({ all, ready, leftOut, later, imported }: LineCounts): string {
  const parts = [
    ...(imported > 0 ? [`${imported} done`] : []),
    `${ready} ready`,
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
    ...(later > 0 ? [`${later} to look at`] : []),
  ];
  return `${all === 1 ? 'The row was checked' : `All ${all} rows checked`}. ${parts.join(', ')}.`;
}
