/**
 * Mode in which these pages were opened, from the address and the device's handover flag:
 * `form` in the tab that was handed over, `elsewhere` in any other tab of that device, `link` for the address of a link,
 * and `leave` when no handover runs.
 */
export type EntryMode = 'form' | 'elsewhere' | 'link' | 'leave';

export function entryModeOf({ path, hasFlag, hasTicket }: { path: string; hasFlag: boolean; hasTicket: boolean }): EntryMode {
  if (hasTicket) return 'form';
  // A handover closes every other page on the device, mailed links too.
  if (hasFlag) return 'elsewhere';
  return /^\/(consent|login)\/[^/]+\/?$/.test(path) && !/^\/consent\/handover\/?$/.test(path) ? 'link' : 'leave';
}
