import { call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { actionFor } from '#store/sync/response-table.ts';
import { API_ROOT } from './api.ts';

/**
 * Result of a ping. `here`: this product. `portal`: something that wants a sign-in of its own. `silent`: nothing, or a server
 * that fails.
 */
export type PingResult = 'here' | 'portal' | 'silent';

/** Time limit of a ping, ms [choice]: some networks drop calls without an answer. */
const PING_TIMEOUT = 10_000;

/** Checks whether this product is reached, or a portal, or nothing. Never fails. */
export async function ping(): Promise<PingResult> {
  let seen: Response | undefined;
  const watched: typeof fetch = async (address, init) => {
    // Redirects are not followed: a portal that answers in the server's place must be recognised.
    seen = await fetch(address, { ...init, redirect: 'manual' });
    return seen;
  };
  const isWhole = await call(calls.ping, {}, { fetch: watched, root: API_ROOT, signal: AbortSignal.timeout(PING_TIMEOUT) }).then(
    () => true,
    () => false,
  );
  if (seen === undefined) return 'silent';
  // An overloaded server of this product counts as reached.
  if (isWhole || seen.headers.get('x-app') === 'consent') return 'here';
  const reply = { status: seen.status, isOurs: false, isValid: false, code: '', retryAfter: null };
  return actionFor({ kind: 'answer', ...reply }) === 'portal' ? 'portal' : 'silent';
}
