import { acquireLease } from '#store/outbox/lease.ts';
import { runPass, type PassEnd } from '#store/sync/pass.ts';
import type { EndedWaits } from '#store/sync/pause.ts';
import { BATCH_SIZE, type PingResult, type SendContext } from '#store/sync/send-context.ts';
import { SYNC_TIMING } from '#store/sync/timing.ts';
import type { Store } from '#store/session/store.ts';
import { createPatient } from './app-calls.ts';
import { demoPatientDraft } from './demo-entities.ts';
import type { Fault, ModelServer } from './model-server.ts';

export type Sender = SendContext & {
  /** the faults of the next requests, in order; after them none */
  readonly plan: Fault[];
  session: string | null;
  slow: boolean;
  /** the result of a ping */
  pinged: PingResult;
  readonly pass: (isImmediate?: boolean, ends?: EndedWaits) => Promise<PassEnd>;
  /** runs passes until nothing more is due; back-offs pass on the test's clock */
  readonly drain: (clock: { now: number }) => Promise<void>;
};

/** A call that hangs is given up after so long, ms. */
export const HANG = 20;

/**
 * The leading tab of a store, its network planned by the test. A call that hangs is given up soon, and no other: on a busy machine every
 * answer takes its time, and one that is given up is sent again.
 */
export async function senderOf(store: Store, server: Pick<ModelServer, 'network'>): Promise<Sender> {
  const plan: Fault[] = [];
  const limits = new Set<() => void>();
  const giveUpAll = () => {
    for (const giveUp of limits) giveUp();
  };
  const draw = (): Fault => {
    const fault = plan.shift() ?? 'none';
    if (fault === 'hangs') setTimeout(giveUpAll, HANG);
    return fault;
  };
  const sender: Sender = {
    store,
    epoch: await acquireLease(store.db, store.env.now()),
    fetch: server.network(draw),
    root: '/api',
    token: () => sender.session,
    isOnline: () => true,
    isSlow: () => sender.slow,
    ping: async () => sender.pinged,
    timer: (ms, run) => {
      if (ms >= SYNC_TIMING.callTimeout) {
        limits.add(run);
        return () => void limits.delete(run);
      }
      const handle = setTimeout(run, ms);
      return () => clearTimeout(handle);
    },
    timing: SYNC_TIMING,
    batch: { size: BATCH_SIZE, limit: BATCH_SIZE },
    plan,
    session: 'token-1',
    slow: false,
    pinged: 'here',
    pass: (isImmediate = false, ends = 'none') =>
      runPass(sender, { isImmediate, ends, signal: new AbortController().signal, onAttempt: () => {} }),
    drain: async (clock) => {
      for (let passes = 0; passes < 200; passes += 1) {
        const { tried, nextAt, halt } = await sender.pass();
        if (halt?.kind === 'wait') clock.now = halt.until;
        else if (tried === 0 && nextAt === null) return;
        else if (tried === 0) clock.now = Math.max(clock.now, nextAt ?? 0);
      }
    },
  };
  return sender;
}

/** Creates a patient and sends everything that is queued. @returns the patient's id */
export async function createSentPatient(
  { store, drain }: { readonly store: Store; readonly drain: () => Promise<void> },
  fields: Parameters<typeof createPatient>[1] = demoPatientDraft,
): Promise<string> {
  const id = await createPatient(store, fields);
  await drain();
  return id;
}
