/** `pl` as `Polish`; British Sign Language has a code too. A tag that nobody knows stays as it is. */
export function languageName(tag: string): string {
  if (tag === 'bfi') return 'British Sign Language';
  try {
    return new Intl.DisplayNames(['en-GB'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
