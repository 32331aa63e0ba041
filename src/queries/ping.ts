import { call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { verdictOn } from '#store/replay/reply-table.ts';
import { API_ROOT } from './api.ts';

/** What is at the other end. `portal`: something that wants a sign-in of its own. `silent`: nothing, or a server that fails. */
export type Reach = 'here' | 'portal' | 'silent';

/** A network that swallows calls must not keep the answer away, ms [choice]. */
const PATIENCE = 10_000;

/** Asks whether this product is reached, and if not, what is instead. Never fails. */
export async function ping(): Promise<Reach> {
  let seen: Response | undefined;
  const watched: typeof fetch = async (address, init) => {
    // A redirect is never followed: a portal that answers in the server's place must be seen.
    seen = await fetch(address, { ...init, redirect: 'manual' });
    return seen;
  };
  const isWhole = await call(calls.ping, {}, { fetch: watched, root: API_ROOT, signal: AbortSignal.timeout(PATIENCE) }).then(
    () => true,
    () => false,
  );
  if (seen === undefined) return 'silent';
  // A server of ours that has too much to do is reached all the same.
  if (isWhole || seen.headers.get('x-app') === 'consent') return 'here';
  const reply = { status: seen.status, isOurs: false, isValid: false, code: '', retryAfter: null };
  return verdictOn({ kind: 'answer', ...reply }) === 'portal' ? 'portal' : 'silent';
}
