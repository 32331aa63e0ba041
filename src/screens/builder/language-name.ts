const names = new Intl.DisplayNames(['en-GB'], { type: 'language' });

/** `pl` as `Polish`; a tag that nobody knows stays as it is. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
