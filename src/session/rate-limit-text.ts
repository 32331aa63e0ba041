/** Message after too many wrong passwords on this tablet. @param ms - until the next try is allowed */
export function rateLimitText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const wait = seconds < 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many wrong passwords. Wait ${wait}, then try again.`;
}
