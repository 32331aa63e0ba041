/**
 * Errors after which a connection answers nothing any more. WebKit loses the process of its databases while a tab sleeps, and answers
 * with the first one for ever.
 */
const DEAD: ReadonlySet<string> = new Set(['UnknownError', 'InvalidStateError']);
const LOST = /connection.*(?:lost|closed|closing)/i;

/** Whether an error, or the one that it was made of, means that the connection is dead: another one may answer. */
export function isDead(error: unknown): boolean {
  if (!(error instanceof Error || error instanceof DOMException)) return false;
  const inner: unknown = 'inner' in error ? error.inner : undefined;
  return DEAD.has(error.name) || LOST.test(error.message) || (inner !== undefined && inner !== error && isDead(inner));
}
