import { hasHandoff } from '#src/device/handoff-checks.ts';
import { paths } from '#src/paths.ts';

/**
 * Puts Home before the case in the history of a tab that was taken back without a network. The entries before belong to pages from
 * before the handover: Back would load one anew, without the keys, and ask for the password again. Runs before the router reads the
 * address.
 */
export function putHomeBehindCase(): void {
  if (!hasHandoff('staff')) return;
  const { pathname, search } = location;
  history.replaceState(null, '', paths.home.href);
  history.pushState(null, '', pathname + search);
}
