import type { OpRow } from '#store/db/op.ts';
import { sendOp, type ServerConnection } from './transport.ts';
import { freeze, readBodies, type PreparedOp } from '#store/outbox/entry-state.ts';
import { MAX_CONCURRENT_CALLS, MAX_SILENT_CALLS, type SendContext } from './send-context.ts';
import type { EndedWaits } from './pause.ts';
import { handleResponses, requeueAll, type SyncHalt } from './response.ts';
import { isOurReply } from './response-table.ts';

/** Options of a pass. `isImmediate`: ignore back-offs; `ends`: waits that it does not wait out. `onAttempt` is called before and after each call. */
export type SyncPass = {
  readonly isImmediate: boolean;
  readonly ends: EndedWaits;
  readonly signal: AbortSignal;
  readonly onAttempt: () => void;
};

/** A pass with a session. `sentFor`: the epoch of the server's data that the queue is meant for; undefined before the first. */
export type AuthorizedPass = SyncPass & { readonly token: string; readonly sentFor: string | undefined };

/** Result of sending: the reason to stop the queue, and the numbers of ops that were tried and that the server answered. */
export type PassResult = { readonly halt: SyncHalt | null; readonly tried: number; readonly answered: number };

/** A way to send the heads of lanes: one by one, or in batches. @throws LeaseLost */
export type SendStrategy = (context: SendContext, laneHeads: readonly OpRow[], pass: AuthorizedPass) => Promise<PassResult>;

/** Sends each op by its own call, a few concurrently. Ends early when calls stay unanswered or a reply stops the queue. */
export const sendSingly: SendStrategy = async (context, laneHeads, pass) => {
  const { store, timing } = context;
  const remaining = [...laneHeads];
  let halt: SyncHalt | null = null;
  let tried = 0;
  let answered = 0;
  let silent = 0;
  const exchange = async (prepared: PreparedOp, timeout: number) => {
    const result = await withConnection(context, { ...pass, timeout }, (connection) => sendOp(connection, prepared));
    pass.onAttempt();
    const isSilent = result.reply.kind === 'nothing';
    silent = isSilent ? silent + 1 : 0;
    const isDown = isSilent && silent >= Math.min(MAX_SILENT_CALLS, laneHeads.length);
    const stop = await handleResponses(context, [{ prepared, result }], pass.sentFor);
    return { reply: result.reply, stop: stop ?? (isDown ? ({ kind: 'unreachable' } as const) : null) };
  };
  const sender = async () => {
    for (let op = remaining.shift(); op !== undefined && halt === null && !pass.signal.aborted; op = remaining.shift()) {
      const timeout = op.blob === null ? timing.callTimeout : timing.largeCallTimeout;
      const [prepared] = await freeze(context, await readBodies(context, [op]), store.env.now() + timeout);
      if (prepared === undefined) continue;
      tried += 1;
      pass.onAttempt();
      const { reply, stop } = await exchange(prepared, timeout).catch((failure: unknown) =>
        requeueAll(context, [prepared.op], failure),
      );
      if (isOurReply(reply)) answered += 1;
      halt ??= stop;
    }
  };
  // All senders are awaited, failed ones included: nothing of this pass may write once it has ended.
  const ends = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT_CALLS }, sender));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return { halt, tried, answered };
};

/** Runs an exchange over a connection that is aborted after a timeout (ms), or with the pass. */
export async function withConnection<T>(
  { fetch, root, timing, timer, store }: SendContext,
  { token, sentFor, signal, timeout }: Pick<AuthorizedPass, 'token' | 'sentFor' | 'signal'> & { readonly timeout: number },
  exchange: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const cancelTimer = timer(timeout, abort);
  signal.addEventListener('abort', abort);
  try {
    return await exchange({ fetch, root, token, sentFor, timing, now: store.env.now, signal: controller.signal });
  } finally {
    cancelTimer();
    signal.removeEventListener('abort', abort);
  }
}
