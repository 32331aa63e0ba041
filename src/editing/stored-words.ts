/** The question before an editor is left whose words this tablet has stored. */
export const STORED =
  'What you typed here has not been saved. It stays on this tablet, for you alone, until you come back and save or discard it.';

/** The sentence on typed words that cannot be saved now. @param isStored - whether this tablet stores them; null before the first time */
export function storedWords(isStored: boolean | null): string {
  if (isStored === null) return 'What you type is stored on this tablet.';
  return isStored ? 'What you typed is stored on this tablet.' : 'What you typed is not stored. Please leave this page open.';
}
