import { call, callForFile, CallFailed, Unreachable, type Wire } from '#contract/call.ts';
import { calls, type CallName, type Calls, type Input, type Output } from '#contract/calls.ts';
import type { Call, InputOf } from '#contract/define.ts';
import { FAILURES } from '#domain/messages.ts';
import { heard } from '#src/held/link.ts';
import { learnServerTime } from '#src/session/clock.ts';
import { currentSession, currentVeil, endSession } from '#src/session/session.ts';
import { LONG_WAIT, WAIT } from '#src/session/waits.ts';

/** The API's root on this origin. */
export const API_ROOT = '/api';

export type ApiOptions = {
  /** UUID; give the same one again to repeat a write that may already have arrived. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Speaks with this token instead of the session's, e.g. to find out whose it is. */
  readonly token?: string | undefined;
  /** How long the answer may take, ms; left out, 30 seconds, and two minutes with a file. */
  readonly limitMs?: number | undefined;
};

/** Calls that answer a file. */
export type FileCall = { [K in CallName]: Calls[K]['answer'] extends 'file' ? K : never }[CallName];

/**
 * Makes one call as the person signed in. A write carries an Idempotency-Key.
 *
 * @throws NotSent, Unreachable, CallFailed as the contract's `call`; a 401 SIGN_IN has also ended the session by then
 */
export async function api<K extends CallName>(name: K, input: Input<K>, options: ApiOptions = {}): Promise<Output<K>> {
  const entry: Calls[K] = calls[name];
  refuseWithout(entry, options);
  const wire = wireFor(entry, options);
  // Input and Output are these very types, spelled by the call's name.
  return call(entry, input as InputOf<Calls[K]>, wire).catch(endOnSignIn(wire));
}

/** As {@link api}, for calls that answer a file. */
export async function apiFile<K extends FileCall>(name: K, input: Input<K>, options: ApiOptions = {}): Promise<Blob> {
  const entry = calls[name];
  refuseWithout(entry, options);
  const wire = wireFor(entry, options);
  // As above.
  return callForFile(entry, input as InputOf<(typeof calls)[K]>, wire).catch(endOnSignIn(wire));
}

/**
 * Under an ended session the screens still look and save by themselves: what the server would refuse is not sent. Neither is what
 * somebody does who has only opened their work on this tablet: for them the server is out of reach.
 */
function refuseWithout({ access }: Call, { token }: ApiOptions): void {
  if (token !== undefined || access.includes('none')) return;
  if (currentSession()?.token === null) throw new Unreachable();
  if (currentVeil()?.kind === 'ended')
    throw new CallFailed(FAILURES.SIGN_IN.status, { message: FAILURES.SIGN_IN.message, error: 'SIGN_IN' });
}

function wireFor({ keyed, body, answer }: Call, { idempotencyKey, signal, token, limitMs }: ApiOptions): Wire {
  return {
    fetch: timedFetch,
    root: API_ROOT,
    token: token ?? currentSession()?.token ?? undefined,
    idempotencyKey: keyed ? (idempotencyKey ?? crypto.randomUUID()) : undefined,
    signal,
    limitMs: limitMs ?? (body === 'file' || answer === 'file' ? LONG_WAIT : WAIT),
  };
}

/** As the browser's own; every answer tells how the link is, and one of this product the server's time. */
export const timedFetch: typeof fetch = async (input, init) => {
  const asked = Date.now();
  const response = await heard(fetch(input, init), init?.signal);
  // A portal's clock is not the server's.
  if (response.headers.get('x-app') === 'consent') learnServerTime(response.headers.get('date'), (asked + Date.now()) / 2);
  return response;
};

/** A late refusal of an older token must not end the session that has been opened since. */
const endOnSignIn = (wire: Wire) => (failure: unknown) => {
  const isOver = failure instanceof CallFailed && failure.status === 401 && failure.code === 'SIGN_IN';
  const session = currentSession();
  if (isOver && (session === null || session.token === wire.token)) endSession(failure.message);
  throw failure;
};
