/**
 * Mode in which these pages were opened, from the address and the device's handover flag:
 * `form` in the tab that was handed over, `elsewhere` in any other tab of that device, `link` for the address of a link, `own` for that at
 * which anybody asks for their own page, and `leave` when no handover runs.
 */
export type EntryMode = 'form' | 'elsewhere' | 'link' | 'own' | 'leave';

export function entryModeOf({ path, hasFlag, hasTicket }: { path: string; hasFlag: boolean; hasTicket: boolean }): EntryMode {
  if (hasTicket) return 'form';
  // A handover closes every other page on the device, mailed links too.
  if (hasFlag) return 'elsewhere';
  if (/^\/my-consent\/?$/.test(path)) return 'own';
  return /^\/(consent|login)\/[^/]+\/?$/.test(path) && !/^\/consent\/handover\/?$/.test(path) ? 'link' : 'leave';
}
