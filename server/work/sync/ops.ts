import { calls, type CallName, type Parsed, type QueuedCall } from '#contract/calls.ts';
import type { Call } from '#contract/define.ts';
import type { SyncOp, SyncResult } from '#contract/sync.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { failureOf } from '#server/http/errors.ts';
import { Refused } from '#server/api-error.ts';
import type { Context, Perform } from '#server/http/serve.ts';

type Around = Context<StaffActor>;

// The table's keys are the names of its calls.
const byRoute = new Map<string, CallName>(
  Object.entries<Call>(calls).map(([name, { method, path }]) => [`${method} ${path}`, name as CallName]),
);

/**
 * Makes the calls of a batch one after another, each as if it had arrived by itself: with its own transaction, key and authorization.
 * A refused call stops only later calls on the same entity: they are answered IN_PROGRESS and sent again, so that no call overtakes
 * the one that it depends on.
 */
export async function performBatch(
  { ops, deviceId }: Pick<Parsed<'syncOps'>, 'ops' | 'deviceId'>,
  around: Around,
): Promise<SyncResult[]> {
  const stopped = new Set<string>();
  const results: SyncResult[] = [];
  for (const op of ops) {
    const { own, needs } = thingsOf(op);
    const isBehindRefusal = [...own, ...needs].some((id) => stopped.has(id));
    const result = await outcome(op, around, async () => {
      if (isBehindRefusal) throw new Refused('IN_PROGRESS');
      return performCall(op, deviceId, around);
    });
    if (result.status !== 200) for (const id of own) stopped.add(id);
    results.push(result);
  }
  return results;
}

async function performCall(op: SyncOp, deviceId: string | undefined, around: Around): ReturnType<Perform> {
  const name = byRoute.get(op.call);
  if (name === undefined) throw new Refused('NO_SUCH_CALL');
  if (!isQueued(name))
    throw new Refused('INVALID', { fields: [{ path: 'call', message: 'A device cannot keep this call: make it by itself' }] });
  const { requestId, address, agent, actor } = around;
  const capture = { deviceId, capturedAt: op.capturedAt, clockOffset: op.clockOffset };
  return around.perform({
    name,
    token: actor.token,
    readCapture: () => capture,
    readInput: async () => ({ fields: op.input, file: undefined }),
    key: op.key,
    requestId,
    address,
    agent,
    // An op has no headers of its own: its result has the values.
    reply: { header: () => undefined },
  });
}

async function outcome({ key, call }: SyncOp, { deps, requestId }: Around, make: () => ReturnType<Perform>): Promise<SyncResult> {
  try {
    const { body, isReplay } = await make();
    return { key, status: 200, body, isReplay, retryAfter: null };
  } catch (error) {
    const { status, body, retryAfter } = failureOf(error, { log: deps.log, requestId, call: `sync/ops ${call}` });
    return { key, status, body, isReplay: false, retryAfter: retryAfter ?? null };
  }
}

/** The entities that a queued call changes, and those that it depends on, by their fields. */
type Things = { own: readonly string[]; needs: readonly string[] };
const ONE_CONSENT: Things = { own: ['consentID'], needs: [] };
const THINGS: Record<QueuedCall, Things> = {
  patientCreate: { own: ['id'], needs: [] },
  patientUpdate: { own: ['id'], needs: [] },
  patientUpdateStatus: { own: ['id'], needs: ['mergedInto'] },
  consentCreate: { own: ['consentID', 'recordID'], needs: ['patientID'] },
  consentUpdate: ONE_CONSENT,
  consentSend: ONE_CONSENT,
  consentSendToSign: ONE_CONSENT,
  recordIdentity: ONE_CONSENT,
  recordAnswers: ONE_CONSENT,
  recordSign: ONE_CONSENT,
  recordDecline: ONE_CONSENT,
  recordLater: ONE_CONSENT,
  recordWithdraw: ONE_CONSENT,
  // A key of the case alone: a refused listing stops no signature on a form of the case.
  recordUpdate: { own: ['recordID'], needs: [] },
};

function thingsOf({ call, input }: SyncOp): Things {
  const name = byRoute.get(call);
  if (name === undefined || !isQueued(name)) return { own: [], needs: [] };
  const ids = (fields: readonly string[]) => fields.map((field) => input[field]).filter((id) => typeof id === 'string');
  return { own: ids(THINGS[name].own), needs: ids(THINGS[name].needs) };
}

function isQueued(name: CallName): name is QueuedCall {
  return calls[name].offline === 'queue';
}
