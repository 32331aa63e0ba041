import type { PreparedOp } from '#store/outbox/entry-state.ts';
import { call, CallFailed, Unreachable } from '#contract/engine/call.ts';
import { calls, type QueuedCall } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { isOurAnswer } from '#contract/engine/our-answer.ts';
import { Failure } from '#contract/engine/shapes.ts';
import { CAPTURE_HEADERS, EPOCH_HEADER, sync, type SyncOp, type SyncResult } from '#contract/sync.ts';
import * as v from 'valibot';
import type { ServerReply } from './response-table.ts';
import { parseRetryAfter, type SyncTiming } from './timing.ts';

/** Everything that a call to the server needs. */
export type ServerConnection = {
  readonly fetch: typeof fetch;
  /** the API's root, for instance `/api` */
  readonly root: string;
  readonly token: string;
  /** the epoch of the server's data that the queue is meant for; undefined before the first */
  readonly sentFor: string | undefined;
  readonly timing: SyncTiming;
  readonly now: () => number;
  readonly signal: AbortSignal;
};

/** Result of one call: the reply for the response table, and the parsed output or failure. */
export type CallResult = { readonly reply: ServerReply; readonly output: unknown; readonly failure: Failure | null };

/** Sends one op by its own call. The op's id is the idempotency key. */
export async function sendOp(connection: ServerConnection, { op, body }: PreparedOp): Promise<CallResult> {
  const captureHeaders = {
    [CAPTURE_HEADERS.deviceId]: op.deviceId,
    [CAPTURE_HEADERS.capturedAt]: op.capturedAt,
    [CAPTURE_HEADERS.clockOffset]: String(op.clockOffset),
  };
  return performCall(connection, { entry: calls[op.call], body, key: op.opId, captureHeaders });
}

/** Result of a batch: one result for each op, or the reply to the batch itself (`whole`). */
export type BatchResult =
  | { readonly kind: 'results'; readonly outcomes: ReadonlyMap<string, CallResult> }
  | { readonly kind: 'whole'; readonly reply: ServerReply };

/** Sends ops of several lanes in one call. */
export async function sendBatch(
  connection: ServerConnection,
  deviceId: string,
  prepared: readonly PreparedOp[],
): Promise<BatchResult> {
  const body = { deviceId, ops: prepared.map(toSyncOp) };
  const { reply, output } = await performCall(connection, { entry: sync.syncOps, body });
  const parsed = v.safeParse(sync.syncOps.output, output);
  if (!parsed.success) return { kind: 'whole', reply };
  const byKey = new Map(parsed.output.results.map((result) => [result.key, result]));
  const dataEpoch = reply.kind === 'answer' ? (reply.dataEpoch ?? null) : null;
  const outcomes = prepared.map(({ op }) => [op.opId, toCallResult(op.call, byKey.get(op.opId), dataEpoch)] as const);
  return { kind: 'results', outcomes: new Map(outcomes) };
}

/** An op in the shape of the batch call. */
export function toSyncOp({ op, body }: PreparedOp): SyncOp {
  const { method, path } = calls[op.call];
  return { key: op.opId, call: `${method} ${path}`, input: body, capturedAt: op.capturedAt, clockOffset: op.clockOffset };
}

function toCallResult(name: QueuedCall, result: SyncResult | undefined, dataEpoch: string | null): CallResult {
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
      dataEpoch,
    },
    output: output.success ? output.output : undefined,
    failure: failure.success ? failure.output : null,
  };
}

type CallRequest = {
  readonly entry: Call;
  readonly body: Record<string, unknown>;
  readonly key?: string;
  readonly captureHeaders?: Readonly<Record<string, string>>;
};

async function performCall(
  { fetch: send, root, token, sentFor, timing, now, signal }: ServerConnection,
  { entry, body, key, captureHeaders }: CallRequest,
): Promise<CallResult> {
  let response: Response | null = null;
  const capturingFetch: typeof fetch = async (address, init) => {
    // A redirect is never followed: a portal that answers in the server's place must be detected.
    const meant = sentFor === undefined ? {} : { [EPOCH_HEADER]: sentFor };
    const headers = { ...(init?.headers as Record<string, string>), ...captureHeaders, ...meant };
    response = await send(address, { ...init, headers, redirect: 'manual' });
    return response;
  };
  // A body that was frozen is sent as it is: another build's schema must not change what the key stands for.
  const verbatim: Call = { ...entry, input: v.looseObject({}) };
  try {
    const output = await call(verbatim, body, { fetch: capturingFetch, root, token, idempotencyKey: key, signal });
    return { reply: replyOf(response, { isValid: true, code: '' }), output, failure: null };
  } catch (failure) {
    if (failure instanceof CallFailed) {
      const { status, message, fields, data } = failure;
      // The client reads a refusal with a truncated body as FAILED: below status 500 that code means nothing.
      const code = failure.code === 'FAILED' && status < 500 ? '' : failure.code;
      const parsedFailure = { message, error: code, fields: [...fields], data };
      return { reply: replyOf(response, { isValid: false, code }), output: undefined, failure: parsedFailure };
    }
    if (failure instanceof Unreachable || signal.aborted)
      return { reply: replyOf(response, { isValid: false, code: '' }), output: undefined, failure: null };
    throw failure;
  }

  function replyOf(response: Response | null, { isValid, code }: { isValid: boolean; code: string }): ServerReply {
    if (response === null) return { kind: 'nothing' };
    return {
      kind: 'answer',
      status: response.status,
      isOurs: isOurAnswer(response.headers),
      isValid,
      code,
      retryAfter: parseRetryAfter(response.headers, now(), timing),
      dataEpoch: response.headers.get(EPOCH_HEADER),
    };
  }
}
