/** What somebody reads who has typed too many wrong passwords on this tablet. @param ms - until the next may be tried */
export function tooManyTries(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const wait = seconds < 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many wrong passwords. Wait ${wait}, then try again.`;
}
