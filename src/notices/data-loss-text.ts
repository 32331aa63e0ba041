/** Sentence on the number of items that may be lost. @param items - null when the number is unknown */
export function dataLossText(items: number | null): string {
  if (items === null) return 'How many items were waiting to be sent is not known. They may be lost.';
  if (items === 0) return 'By the last count nothing was waiting to be sent, so nothing should be lost.';
  if (items === 1) return '1 item that was waiting to be sent may be lost.';
  return `${items} items that were waiting to be sent may be lost.`;
}
