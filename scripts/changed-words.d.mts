/** Sentences that have come and gone below `root` since the commit `base`. */
export function changedWords(
  root: string,
  base: string,
): { readonly added: readonly string[]; readonly removed: readonly string[] };
