import { randomBytes, randomUUID } from 'node:crypto';
import { calls, type Input, type Output, type QueuedCall } from '#contract/calls.ts';
import { CAPTURE_HEADERS, type SyncResult } from '#contract/sync.ts';
import type { Answer, Json, TestApp } from '#tests/support/server/app.ts';
import type { Caller } from '#tests/support/forms/builders.ts';

/** One call as a tablet queues it until it has a network. */
export type KeptCall = { key: string; call: string; input: unknown; capturedAt?: string; clockOffset?: number };

type About = { key?: string; capturedAt?: string; clockOffset?: number };

/** A queued call of a tablet, with a key of its own. */
export function kept<K extends QueuedCall>(name: K, input: Input<K>, { key = randomUUID(), ...about }: About = {}): KeptCall {
  const { method, path } = calls[name];
  return { key, call: `${method} ${path}`, input, ...about };
}

/** A session and its tablet; `headers` are sent beside those of the session and of the call. */
type Sender = { readonly token: string; readonly deviceId?: string; readonly headers?: Readonly<Record<string, string>> };

/** Registers a tablet that this session then belongs to, as a sign-in on it does. */
export async function registerTablet<T extends Caller>(staff: T): Promise<T & { deviceId: string; deviceSecret: string }> {
  const [deviceId, deviceSecret] = [randomUUID(), randomBytes(32).toString('base64')];
  await staff.call('userDevice', { deviceId, deviceSecret, name: 'Demo tablet' });
  return { ...staff, deviceId, deviceSecret };
}

/** Sends a tablet's queued calls in one envelope; the bodies of the results are returned unparsed. */
export async function sendEnvelope(
  { ask }: Pick<TestApp, 'ask'>,
  { token, deviceId, headers = {} }: Sender,
  ops: readonly KeptCall[],
): Promise<(Omit<SyncResult, 'body'> & { body: Json })[]> {
  const answer = await ask({
    method: 'POST',
    url: '/api/sync/ops',
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload: { ...(deviceId === undefined ? {} : { deviceId }), ops },
  });
  if (answer.status !== 200) throw new Error(`the envelope was refused: ${answer.status} ${answer.text}`);
  return answer.body.results;
}

/** Sends one queued call by itself, with its key and the tablet's metadata in headers. */
export async function sendAlone(
  { ask }: Pick<TestApp, 'ask'>,
  { token, deviceId, headers = {} }: Sender,
  { key, call, input, capturedAt, clockOffset }: KeptCall,
): Promise<Answer> {
  const [method, path] = call.split(' ');
  const about = {
    [CAPTURE_HEADERS.deviceId]: deviceId,
    [CAPTURE_HEADERS.capturedAt]: capturedAt,
    [CAPTURE_HEADERS.clockOffset]: clockOffset === undefined ? undefined : String(clockOffset),
  };
  const said = Object.fromEntries(Object.entries(about).filter((pair): pair is [string, string] => pair[1] !== undefined));
  return ask({
    // The table's queued calls write with these two methods.
    method: method as 'POST' | 'PUT',
    url: `/api/${path}`,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      'content-type': 'application/json',
      ...said,
    },
    payload: JSON.stringify(input),
  });
}

export type Changes = Output<'syncChanges'>['changes'];

/** Every change, page after page, and the cursor to continue from. */
export async function pull(caller: Caller, since?: string): Promise<{ changes: Changes; cursor: string; pages: number }> {
  const changes: Changes = [];
  for (let pages = 1; ; pages += 1) {
    const answer = await caller.call('syncChanges', since === undefined ? {} : { since });
    changes.push(...answer.changes);
    since = answer.cursor;
    if (!answer.more) return { changes, cursor: since, pages };
  }
}

/** Longer than the window in which changes are sent twice, ms. */
export const TOLD_TWICE = 120_000;
