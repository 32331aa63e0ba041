import { call, CallFailed, Unreachable } from '#contract/call.ts';
import { calls, type QueuedCall } from '#contract/calls.ts';
import type { Call } from '#contract/define.ts';
import { Failure } from '#contract/shapes.ts';
import { KEPT_HEADERS, sync, type SyncOp, type SyncResult } from '#contract/sync.ts';
import * as v from 'valibot';
import type { OpRow } from '../outbox/op.ts';
import type { Reply } from './reply-table.ts';
import { retryAfterOf, type Times } from './times.ts';

/** How the server is reached. */
export type Line = {
  readonly fetch: typeof fetch;
  /** the API's root, for instance `/api` */
  readonly root: string;
  readonly token: string;
  readonly times: Times;
  readonly now: () => number;
  readonly signal: AbortSignal;
};

/** What became of one call: what to make of it, and what it says. */
export type Outcome = { readonly reply: Reply; readonly output: unknown; readonly failure: Failure | null };

/** An op and the whole body that its key stands for. */
export type Ready = { readonly op: OpRow; readonly body: Record<string, unknown> };

/** Sends one op by its own call. */
export async function sendOne(line: Line, { op, body }: Ready): Promise<Outcome> {
  const kept = {
    [KEPT_HEADERS.deviceId]: op.deviceId,
    [KEPT_HEADERS.capturedAt]: op.capturedAt,
    [KEPT_HEADERS.clockOffset]: String(op.clockOffset),
  };
  return ask(line, { entry: calls[op.call], body, key: op.opId, kept });
}

/** What an envelope came to: one outcome for each op, or what became of the envelope itself. */
export type EnvelopeOutcome =
  | { readonly kind: 'results'; readonly outcomes: ReadonlyMap<string, Outcome> }
  | { readonly kind: 'whole'; readonly reply: Reply };

/** Sends several ops, of several lanes, in one call. */
export async function sendEnvelope(line: Line, deviceId: string, ready: readonly Ready[]): Promise<EnvelopeOutcome> {
  const body = { deviceId, ops: ready.map(syncOpOf) };
  const { reply, output } = await ask(line, { entry: sync.syncOps, body });
  const parsed = v.safeParse(sync.syncOps.output, output);
  if (!parsed.success) return { kind: 'whole', reply };
  const byKey = new Map(parsed.output.results.map((result) => [result.key, result]));
  const outcomes = ready.map(({ op }) => [op.opId, outcomeOf(op.call, byKey.get(op.opId))] as const);
  return { kind: 'results', outcomes: new Map(outcomes) };
}

/** One op as an envelope carries it. */
export function syncOpOf({ op, body }: Ready): SyncOp {
  const { method, path } = calls[op.call];
  return { key: op.opId, call: `${method} ${path}`, input: body, capturedAt: op.capturedAt, clockOffset: op.clockOffset };
}

function outcomeOf(name: QueuedCall, result: SyncResult | undefined): Outcome {
  if (result === undefined) return { reply: { kind: 'nothing' }, output: undefined, failure: null };
  const output = v.safeParse(calls[name].output, result.body);
  const failure = v.safeParse(Failure, result.body);
  return {
    reply: {
      kind: 'answer',
      status: result.status,
      isOurs: true,
      isValid: output.success,
      code: failure.success ? failure.output.error : '',
      retryAfter: result.retryAfter === null ? null : result.retryAfter * 1000,
    },
    output: output.success ? output.output : undefined,
    failure: failure.success ? failure.output : null,
  };
}

type Asking = {
  readonly entry: Call;
  readonly body: Record<string, unknown>;
  readonly key?: string;
  readonly kept?: Readonly<Record<string, string>>;
};

async function ask(
  { fetch: reach, root, token, times, now, signal }: Line,
  { entry, body, key, kept }: Asking,
): Promise<Outcome> {
  let seen: Response | null = null;
  const watched: typeof fetch = async (address, init) => {
    // A redirect is never followed: a portal that answers in the server's place must be seen.
    const headers = { ...(init?.headers as Record<string, string>), ...kept };
    seen = await reach(address, { ...init, headers, redirect: 'manual' });
    return seen;
  };
  // A body that was frozen is sent as it is: another build's schema must not change what the key stands for.
  const verbatim: Call = { ...entry, input: v.looseObject({}) };
  try {
    const output = await call(verbatim, body, { fetch: watched, root, token, idempotencyKey: key, signal });
    return { reply: replyOf(seen, { isValid: true, code: '' }), output, failure: null };
  } catch (failure) {
    if (failure instanceof CallFailed) {
      const { status, message, fields, data } = failure;
      // A refusal whose words broke off reads as the server's own failure: with another status it says nothing.
      const code = failure.code === 'FAILED' && status < 500 ? '' : failure.code;
      const told = { message, error: code, fields: [...fields], data };
      return { reply: replyOf(seen, { isValid: false, code }), output: undefined, failure: told };
    }
    if (failure instanceof Unreachable || signal.aborted)
      return { reply: replyOf(seen, { isValid: false, code: '' }), output: undefined, failure: null };
    throw failure;
  }

  function replyOf(response: Response | null, { isValid, code }: { isValid: boolean; code: string }): Reply {
    if (response === null) return { kind: 'nothing' };
    return {
      kind: 'answer',
      status: response.status,
      isOurs: response.headers.get('x-app') === 'consent',
      isValid,
      code,
      retryAfter: retryAfterOf(response.headers.get('retry-after'), now(), times),
    };
  }
}
