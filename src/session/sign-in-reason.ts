/** Reason for a sign-in over screens that were opened without one. @param unsent - number of ops that wait on this tablet */
export function signInReason(unsent: number): string {
  if (unsent === 0) return 'Sign in to send what is saved on this tablet';
  return `Sign in to send the ${unsent === 1 ? 'item that waits' : `${unsent} items that wait`} on this tablet`;
}
