/**
 * What these pages are opened for, by their address and by what the device remembers:
 * `form` in the tab that was handed over, `elsewhere` in any other tab of that device, `ended` for mailed links, which
 * are not served yet, and `leave` where nobody is meant to be here.
 */
export type Where = 'form' | 'elsewhere' | 'ended' | 'leave';

export function whereAmI({ path, hasFlag, hasTicket }: { path: string; hasFlag: boolean; hasTicket: boolean }): Where {
  if (hasTicket) return 'form';
  // A handover closes everything else on the device, mailed links too.
  if (hasFlag) return 'elsewhere';
  return /^\/(consent|login)\/[^/]+\/?$/.test(path) && !/^\/consent\/handover\/?$/.test(path) ? 'ended' : 'leave';
}
