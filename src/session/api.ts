import { call, callForFile, CallFailed, Unreachable, type Wire } from '#contract/engine/call.ts';
import { calls, type CallName, type Calls, type Input, type Output } from '#contract/calls.ts';
import type { Call, InputOf } from '#contract/engine/define.ts';
import { FILE_CALL_TIMEOUT, CALL_TIMEOUT } from '#contract/engine/timeouts.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { isReached, untilSilent } from '#src/device/last-ping.ts';
import { noteRequest } from '#src/device/last-requests.ts';
import { newId } from '#src/device/new-id.ts';
import { observe } from '#src/device/network-quality.ts';
import { steadyNow, withServerClock } from '#src/device/clock.ts';
import { currentSession, currentOverlay, endSession } from './session.ts';
import { SignInNeeded } from './sign-in-needed.ts';
import { UNREACHED_TIMEOUT } from '#src/device/timeouts.ts';

/** The API's root on this origin. */
export const API_ROOT = '/api';

export type ApiOptions = {
  /** Idempotency key (UUID); a retry of a write that may already have arrived uses the same one. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Token to use instead of the session's, e.g. to find out whose it is. */
  readonly token?: string | undefined;
  /** Time limit of the answer, ms; by default 30 seconds, two minutes with a file, and three seconds to read while nothing answers. */
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
  const { signal, release } = isRead(entry, options) ? untilSilent(options.signal) : { ...options, release: () => {} };
  const wire = wireFor(entry, { ...options, signal });
  // Input and Output are these very types, indexed by the call's name.
  return call(entry, input as InputOf<Calls[K]>, wire)
    .then(noteToken(entry, wire))
    .catch(endOnSignIn(wire))
    .finally(release);
}

/**
 * As {@link api}, for input that is put together by field names, so that no type vouches for it: the schema of its call does, by which every
 * input is checked before it is sent.
 *
 * @throws NotSent also when the input does not fit
 */
export function untypedApi<K extends CallName>(name: K, input: unknown, options: ApiOptions = {}): Promise<Output<K>> {
  return api(name, input as Input<K>, options);
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
 * Refuses calls without a token. Under an ended session the screens still refetch and save automatically, and the server would
 * refuse those calls. For a person who has only opened their vault offline the server counts as out of reach.
 */
function refuseWithout({ access }: Call, { token }: ApiOptions): void {
  if (token !== undefined || access.includes('none')) return;
  if (currentSession()?.token === null) throw isReached() ? new SignInNeeded() : new Unreachable();
  if (currentOverlay()?.kind === 'ended')
    throw new CallFailed(FAILURES.SIGN_IN.status, { message: FAILURES.SIGN_IN.message, error: 'SIGN_IN' });
}

/** True for a call that only reads, with no time limit of its own: it is not worth waiting for while nothing answers. */
function isRead({ method, answer }: Call, { limitMs }: ApiOptions): boolean {
  return method === 'GET' && answer !== 'file' && limitMs === undefined;
}

function wireFor(entry: Call, { idempotencyKey, signal, token, limitMs }: ApiOptions): Wire {
  const { keyed, body, answer } = entry;
  const usual = body !== 'json' || answer === 'file' ? FILE_CALL_TIMEOUT : CALL_TIMEOUT;
  return {
    fetch: timedFetch,
    root: API_ROOT,
    token: token ?? currentSession()?.token ?? undefined,
    // A call without a stored answer takes a key as well, to be asked how far it is.
    idempotencyKey: idempotencyKey ?? (keyed ? newId() : undefined),
    signal,
    limitMs: limitMs ?? (isRead(entry, {}) && !isReached() ? UNREACHED_TIMEOUT : usual),
  };
}

/** The browser's fetch, observed: every answer updates the network quality and the clock offset. */
export const timedFetch: typeof fetch = withServerClock((input, init) =>
  observe(fetch(input, init).then(noteRequest), init?.signal),
);

/** How long after a sign-in a refusal of its token, which no answer has proved yet, is somebody's on the way, ms [choice]. */
const UNPROVED_FOR = MINUTE;
/** The token of the last sign-in, until the first answer to a call with it. */
let unproved: { readonly token: string; readonly at: number } | null = null;

/** The end of a session whose token never arrives: a password that is given again helps nobody. */
export const TOKEN_STRIPPED =
  'Your password is right, but something between this tablet and the server takes your sign-in out of what is sent. Tell IT support; nothing is lost.';

/** Notes the token that a sign-in answers with, and the first answer that proves it. */
const noteToken =
  ({ access }: Call, wire: Wire) =>
  <T>(output: T): T => {
    if (wire.token !== undefined && wire.token === unproved?.token) unproved = null;
    const isSignIn = access.includes('none') && typeof output === 'object' && output !== null && 'token' in output;
    if (isSignIn && typeof output.token === 'string') unproved = { token: output.token, at: steadyNow() };
    return output;
  };

function endWords(token: string | undefined, refusal: string): string {
  const isStripped = unproved !== null && unproved.token === token && steadyNow() - unproved.at < UNPROVED_FOR;
  return isStripped ? TOKEN_STRIPPED : refusal;
}

/** The token that this page has given up itself; null before. */
let leftToken: string | null = null;

/** Says that this page ends the session of a token: what the server refuses of it from then on is no error, and says nothing. */
export function leaveWithToken(token: string): void {
  leftToken = token;
}

/** Ends the session on a 401. A late refusal of an older token must not end a session that was opened since. */
const endOnSignIn = (wire: Wire) => (failure: unknown) => {
  const isOver =
    failure instanceof CallFailed && failure.status === 401 && failure.code === 'SIGN_IN' && wire.token !== leftToken;
  const session = currentSession();
  if (isOver && (session === null || session.token === wire.token)) endSession(endWords(wire.token, failure.message));
  throw failure;
};
