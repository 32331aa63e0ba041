import { calls, type Answer, type CallName, type Calls, type Parsed } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { EPOCH_HEADER, SYNC_BYTES_MOST } from '#contract/sync.ts';
import type { FastifyInstance } from 'fastify';
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import { inBackground } from '#server/data/open/connection-queue.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { inCallOf } from '#server/data/name-caller.ts';
import { actorOf, callerOf, type Actor, type ActorFor } from './actor.ts';
import { admitCall, type ReceivedCall, type Sender } from './admit-call.ts';
import { compressionOf } from './compress.ts';
import { bearerOf, queuedForOf, keyOf, proofOf, readRequestInput } from './request-input.ts';
import { onceOnly } from './idempotency.ts';
import { captureOf, type Capture } from './capture.ts';
import { rememberCaller } from './known-callers.ts';
import { logQueuedRefusal } from './queued-refusals.ts';
import { buildOf } from './oldest-build.ts';
import { performEnvelope, type EnvelopeCall } from './envelope.ts';
import type { BatchedCall, EnvelopeRules, Performed, Settled } from './envelope-transaction.ts';
import { progressKeyOf, type KeyedCall } from './idempotency-key.ts';
import { routeOf } from './route-of.ts';
import { openReadings } from './readings.ts';
import { sendAnswer, type FileAnswer, type StreamedFile } from './send-answer.ts';
import { Refused } from '#server/api-error.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged with that of the package
  interface FastifyContextConfig {
    /** whether the handler gets the bytes of the body as they came */
    isRaw?: boolean;
  }
}

/** JSON bodies, bytes [choice]. */
export const BODY_MOST = 1024 * 1024;
/** The body of `patient/bulk-add`, bytes [choice]. */
export const BULK_BODY_MOST = 10 * 1024 * 1024;

/** The surroundings of a handler. `db` is the transaction of a keyed write, else the database itself. */
export type Context<A = Actor> = {
  actor: A;
  db: Db;
  deps: Deps;
  now: string;
  requestId: string;
  address: string;
  /** the browser as it calls itself; anybody can write anything there */
  agent: string;
  /** of the page that makes the call, where it names one */
  build: string | undefined;
  /** the bearer token as it came, of a session or of none: for calls of services, which have one of their own */
  bearer?: string | undefined;
  /** by which another system shows that it makes the call */
  proof?: { readonly apiKey: string | undefined; readonly signature: string | undefined } | undefined;
  files: readonly Buffer[];
  /** as the sender named them, unchecked */
  fileNames: readonly string[];
  key: string | undefined;
  /** the key that came with the call, whether or not an answer is stored under it: the caller asks for its progress by it */
  progressKey: string | undefined;
  capture: Capture;
  /** whether a tablet made the call from its queue, and stores the answer */
  isForTablet: boolean;
  /** makes other calls of the same actor, each as if it had arrived by itself: for the ops of an envelope */
  performEnvelope: PerformEnvelope;
  /** for the few headers that belong to one call */
  reply: { header(name: string, value: string): unknown };
};

type Reply<K extends CallName> = Calls[K]['answer'] extends 'file'
  ? FileAnswer | StreamedFile
  : Calls[K]['answer'] extends 'stream'
    ? Readable
    : Answer<K>;

/** One function per call of the contract; a missing one does not compile. */
export type Handlers = {
  [K in CallName]: (input: Parsed<K>, context: Context<ActorFor<Calls[K]['access'][number]>>) => Promise<Reply<K>>;
};

type BatchInput<K extends CallName> = { input: Parsed<K>; context: Context<ActorFor<Calls[K]['access'][number]>> };
/** Makes calls of one name as one, in as many statements for many as for one. When one throws, the caller undoes the transaction. */
export type BatchHandlers = { [K in CallName]?: (batch: readonly BatchInput<K>[]) => Promise<Reply<K>[]> };

// Calls of one name come together from an envelope, so the types of the table end here.
type AnyBatchHandler = (batch: readonly unknown[]) => Promise<unknown[]>;

/** One received call, by itself or in a batch. */
export type CallRequest = ReceivedCall & {
  token: string | undefined;
  /** the epoch of the data for which a device queued it, where it says so; an envelope says it for all of its calls */
  queuedFor?: string | undefined;
} & Pick<Context, 'requestId' | 'agent' | 'build' | 'reply' | 'proof'>;
/** Makes one call: authorization, input check, idempotency, handler, output check. @throws Refused, or any other error */
type Perform = (asked: CallRequest) => Promise<Performed>;
/** Makes the calls of an envelope in their order; one result for each. */
export type PerformEnvelope = (asked: readonly EnvelopeRequest[], rules: EnvelopeRules) => Promise<Settled[]>;
/** One call of an envelope, or the refusal of one that may not travel in it. */
export type EnvelopeRequest = CallRequest | Refused;

// Body limits in bytes of calls that differ from the default.
const BODY_LIMITS: Partial<Record<CallName, number>> = { syncOps: SYNC_BYTES_MOST, patientBulkAdd: BULK_BODY_MOST };

/** Routes every call of the contract, and no other. */
export function serve(app: FastifyInstance, handlers: Handlers, batches: BatchHandlers, deps: Deps): void {
  const perform = performer(handlers, batches, deps);
  for (const name of Object.keys(calls) as CallName[]) {
    const entry: Call = calls[name];
    app.route({
      method: entry.method,
      url: routeOf(entry),
      ...compressionOf(name),
      bodyLimit: BODY_LIMITS[name] ?? BODY_MOST,
      config: { isRaw: entry.body === 'raw' },
      handler: async (request, reply) => {
        const { body, isReplay } = await perform({
          name,
          token: bearerOf(request),
          queuedFor: queuedForOf(request),
          readCapture: () => captureOf(request.headers),
          readInput: () => readRequestInput(request, entry),
          key: keyOf(request),
          isOp: false,
          requestId: request.id,
          address: request.ip,
          agent: request.headers['user-agent'] ?? '',
          build: buildOf(request.headers),
          proof: proofOf(request),
          reply,
        });
        if (isReplay) reply.header('Idempotent-Replayed', 'true');
        // News of another system is taken: it asks for no answer.
        if (entry.body === 'raw') reply.code(202);
        return sendAnswer(entry.answer, body, reply);
      },
    });
  }
}

/** A call whose sender, input and key are in order. `handle` runs its handler and checks the output. */
type AdmittedCall = {
  keyed: KeyedCall | undefined;
  /** whether its effects are to be committed together */
  isWrite: boolean;
  handle: (db: Db) => Promise<unknown>;
  batched: BatchedCall | undefined;
  /** writes what the answer leaves in the access log: before it leaves the server, and outside of a transaction */
  logReading: (answer: unknown) => Promise<void>;
};

/** The one implementation of {@link Perform} and {@link PerformEnvelope}. */
function performer(handlers: Handlers, batches: BatchHandlers, deps: Deps): Perform {
  const { db: database } = deps.database;
  const readings = openReadings(deps);
  // Signers and staff come first: what anybody may call waits for the database behind them.
  return (asked) =>
    calls[asked.name].access.some((each) => each === 'none') ? inBackground(() => perform(asked)) : perform(asked);

  async function perform(asked: CallRequest): Promise<Performed> {
    const sender = await actorOf(asked.token, deps);
    if (sender !== undefined && asked.token !== undefined) rememberCaller(asked.token, sender.kind);
    // By it a tablet learns of a restored backup before it believes anything else of the answer, a refusal too.
    const dataEpoch = sender?.dataEpoch ?? null;
    if (dataEpoch !== null) asked.reply.header(EPOCH_HEADER, dataEpoch);
    try {
      // A call that was queued for the data before would meet versions of the same number that say something else.
      if (dataEpoch !== null && asked.queuedFor !== undefined && asked.queuedFor !== dataEpoch) throw new Refused('RESTORED');
      const { keyed, isWrite, handle, logReading } = await admit(asked, sender);
      const done = await inCallOf(callerOf(sender, asked.address), async () =>
        isWrite ? onceOnly(database, keyed, handle) : { body: await handle(database), isReplay: false },
      );
      await logReading(done.body);
      return done;
    } catch (error) {
      throw await tellRefusal(error, asked, sender);
    }
  }

  async function admit(asked: CallRequest, sender: Sender): Promise<AdmittedCall> {
    const { name, key, requestId, address, agent, build, reply } = asked;
    const entry: Call = calls[name];
    const { input, isWrite, keyed, logReading, ...read } = await admitCall(asked, sender, { deps, readings });
    const performAll: PerformEnvelope = (ops, rules) => performAllFor(sender, ops, rules);
    const around = {
      bearer: asked.token,
      proof: asked.proof,
      requestId,
      address,
      agent,
      build,
      reply,
      progressKey: progressKeyOf(key),
      performEnvelope: performAll,
    };
    const contextIn = (db: Db) => ({ ...around, ...read, deps, db, key: keyed?.opId });
    const handle = async (db: Db) => checkOut(entry, await runHandler(handlers, name, { input, context: contextIn(db) }));
    const batched = batchedBy(batches[name] as AnyBatchHandler | undefined, entry, (db) => ({ input, context: contextIn(db) }));
    return { keyed, isWrite, handle, batched, logReading };
  }

  function performAllFor(sender: Sender, asked: readonly EnvelopeRequest[], rules: EnvelopeRules): Promise<Settled[]> {
    const envelope = asked.map((each): EnvelopeCall => {
      if (each instanceof Refused) return refusedCall(each);
      return {
        performAlone: () => perform(each),
        onRefused: (error) => tellRefusal(error, each, sender),
        check: calls[each.name].keyed
          ? async () => {
              const { keyed, handle, batched } = await admit(each, sender);
              if (keyed === undefined) throw new Error('An op of an envelope came without a key');
              return { keyed, handle, batched };
            }
          : null,
      };
    });
    return performEnvelope(database, envelope, rules);
  }

  /** Logs a refusal, after its transaction. @returns what may be told of it */
  async function tellRefusal(error: unknown, { name, readCapture, key, address }: CallRequest, actor: Sender): Promise<unknown> {
    await logQueuedRefusal(deps, error, { entry: calls[name], actor, readCapture, key, address });
    return readings.admitRefusal(error, { name, actor, caller: callerOf(actor, address) });
  }
}

function runHandler<K extends CallName>(
  handlers: Handlers,
  name: K,
  asked: { input: unknown; context: Context },
): Promise<Reply<K>> {
  // The input was parsed by the call's own schema, and the actor is one that its access lets in.
  return handlers[name](asked.input as Parsed<K>, asked.context as BatchInput<K>['context']);
}

function batchedBy(many: AnyBatchHandler | undefined, entry: Call, prepare: BatchedCall['prepare']): BatchedCall | undefined {
  if (many === undefined) return undefined;
  return { prepare, performAll: async (prepared) => (await many(prepared)).map((body) => checkOut(entry, body)) };
}

function refusedCall(refusal: Refused): EnvelopeCall {
  const refuse = () => Promise.reject(refusal);
  return { performAlone: refuse, check: refuse, onRefused: async (told) => told };
}

/** Only what the contract names leaves the server; a handler that breaks its promise is a fault of ours, a 500. */
function checkOut(entry: Call, body: unknown): unknown {
  return entry.answer === 'json' ? v.parse(entry.output, body) : body;
}
