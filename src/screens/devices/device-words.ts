/** `3 items wait to be sent`. @param unsent - when the tablet was last heard of */
export function unsentWords(unsent: number): string {
  if (unsent === 0) return 'Nothing waits';
  return unsent === 1 ? '1 item waits to be sent' : `${unsent} items wait to be sent`;
}

/** What blocking a tablet means for what is on it. */
export function blockWords(unsent: number): string {
  if (unsent === 0) return 'What it has stored cannot be opened with a sign-in any more, until it is allowed again.';
  return `${unsentWords(unsent)} on it, and will not be sent while it is blocked. What it has stored cannot be opened with a sign-in any more, until it is allowed again.`;
}
