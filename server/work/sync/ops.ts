import { calls, type CallName, type Parsed, type QueuedCall } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import type { SyncOp, SyncResult } from '#contract/sync.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { failureOf } from '#server/http/errors.ts';
import { Refused } from '#server/api-error.ts';
import type { Context, EnvelopeRequest } from '#server/http/serve.ts';
import { lockFirst } from './lock-first.ts';

type Around = Context<StaffActor>;

// The table's keys are the names of its calls.
const byRoute = new Map<string, CallName>(
  Object.entries<Call>(calls).map(([name, { method, path }]) => [`${method} ${path}`, name as CallName]),
);

/**
 * Makes the calls of an envelope one after another, each with the result that it had if it had arrived by itself. A refused call stops
 * only later calls on the same entity: they are answered IN_PROGRESS and sent again, so that no call overtakes the one that it depends
 * on.
 */
export async function performBatch(
  { ops, deviceId }: Pick<Parsed<'syncOps'>, 'ops' | 'deviceId'>,
  around: Around,
): Promise<SyncResult[]> {
  const things = ops.map(thingsOf);
  const settled = await around.performEnvelope(
    ops.map((op) => requestOf(op, deviceId, around)),
    {
      isBehind: (at, failed) => {
        const { own, needs } = things[at] ?? NOTHING;
        return [...failed].some((earlier) => things[earlier]?.own.some((id) => own.includes(id) || needs.includes(id)) === true);
      },
      lockFirst: (db, keyed) => lockFirst(db, around.actor.organisationId, keyed),
    },
  );
  const { deps, requestId } = around;
  return ops.map(({ key, call }, at) => {
    const result = settled[at];
    if (result?.status === 'fulfilled') return { key, status: 200, ...result.value, retryAfter: null };
    const { status, body, retryAfter } = failureOf(result?.reason, { log: deps.log, requestId, call: `sync/ops ${call}` });
    return { key, status, body, isReplay: false, retryAfter: retryAfter ?? null };
  });
}

function requestOf(
  op: SyncOp,
  deviceId: string | undefined,
  { requestId, address, agent, build, actor }: Around,
): EnvelopeRequest {
  const name = byRoute.get(op.call);
  if (name === undefined) return new Refused('NO_SUCH_CALL');
  if (!isQueued(name))
    return new Refused('INVALID', { fields: [{ path: 'call', message: 'A device cannot keep this call: make it by itself' }] });
  const capture = { deviceId, capturedAt: op.capturedAt, clockOffset: op.clockOffset, isOp: true } as const;
  return {
    name,
    token: actor.token,
    readCapture: () => capture,
    readInput: async () => ({ fields: op.input, files: [], fileNames: [] }),
    key: op.key,
    isOp: true,
    requestId,
    address,
    agent,
    build,
    // An op has no headers of its own: its result has the values.
    reply: { header: () => undefined },
  };
}

/** The entities that a queued call changes, and those that it depends on, by their fields. */
type Things = { own: readonly string[]; needs: readonly string[] };
const NOTHING: Things = { own: [], needs: [] };
const ONE_CONSENT: Things = { own: ['consentID'], needs: [] };
const THINGS: Record<QueuedCall, Things> = {
  patientCreate: { own: ['id'], needs: [] },
  patientUpdate: { own: ['id'], needs: [] },
  patientUpdateStatus: { own: ['id'], needs: ['mergedInto'] },
  patientConflict: { own: ['id'], needs: [] },
  consentCreate: { own: ['consentID', 'recordID'], needs: ['patientID'] },
  consentUpdate: ONE_CONSENT,
  consentSend: ONE_CONSENT,
  consentSendToSign: ONE_CONSENT,
  recordIdentity: ONE_CONSENT,
  recordAnswers: ONE_CONSENT,
  recordUnderstanding: ONE_CONSENT,
  recordSign: ONE_CONSENT,
  recordDecline: ONE_CONSENT,
  recordLater: ONE_CONSENT,
  recordWithdraw: ONE_CONSENT,
  recordConfirm: ONE_CONSENT,
  recordNotConfirmed: ONE_CONSENT,
  // A key of the case alone: a refused listing stops no signature on a form of the case.
  recordUpdate: { own: ['recordID'], needs: [] },
  recordDone: { own: ['id'], needs: [] },
  recordClose: { own: ['id'], needs: [] },
  // Of no entity: what is refused of a case stops no report about it.
  safetyReport: NOTHING,
};

function thingsOf({ call, input }: SyncOp): Things {
  const name = byRoute.get(call);
  if (name === undefined || !isQueued(name)) return NOTHING;
  const ids = (fields: readonly string[]) => fields.map((field) => input[field]).filter((id) => typeof id === 'string');
  return { own: ids(THINGS[name].own), needs: ids(THINGS[name].needs) };
}

function isQueued(name: CallName): name is QueuedCall {
  return calls[name].offline === 'queue';
}
