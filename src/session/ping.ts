import { call } from '#contract/engine/call.ts';
import { isOurAnswer } from '#contract/engine/our-answer.ts';
import { calls } from '#contract/calls.ts';
import { isHotspotStatus } from '#store/sync/response-table.ts';
import type { PingResult } from '#store/sync/send-context.ts';
import { API_ROOT } from './api.ts';

/** Time limit of a ping, ms [choice]: some networks drop calls without an answer. */
const PING_TIMEOUT = 6000;

/** Checks whether this product is reached, works, or a portal or nothing is there. Never fails. */
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
  if (isFailing(seen)) return 'failing';
  // A server of this product that asks to wait (429) counts as reached.
  if (isWhole || isOurAnswer(seen.headers)) return 'here';
  return isHotspotStatus(seen.status) ? 'portal' : 'silent';
}

/** A portal answers 511: "network authentication required". */
function isFailing({ status }: Response): boolean {
  return status >= 500 && status !== 511;
}
