import type { QueuedCall } from '#contract/calls.ts';
import type { Held } from '#src/held/held.ts';
import { aboutIn } from './outbox-about.ts';
import type { Fields, OpenItem } from './outbox.ts';

/** Puts a refused item right and sends it again. @throws NotSent when a field does not fit; NotWaiting */
export async function resendItem({ store, wake }: Held, { op }: OpenItem, input: Fields): Promise<void> {
  const { resend } = await import('#store/outbox/review.ts');
  // Which call it is, is not known here; its own schema judges the fields.
  await resend<QueuedCall>(store, op.opId, input);
  wake('asked');
}

/** Takes a refused item back for good. @throws NotWaiting */
export async function takeBackItem({ store, wake, pull }: Held, opId: string): Promise<void> {
  const { discard } = await import('#store/outbox/review.ts');
  await discard(store, opId);
  wake('asked');
  // What was told meanwhile lay under it.
  void pull();
}

/** Ends a conflict by a choice for each field. @throws NotWaiting */
export async function chooseSides(
  { store, wake, pull }: Held,
  opId: string,
  chosen: Readonly<Record<string, 'mine' | 'theirs'>>,
): Promise<void> {
  const { resolveConflict } = await import('#store/outbox/review.ts');
  await resolveConflict(store, opId, chosen);
  wake('asked');
  // As when it is taken back.
  void pull();
}

/** Throws away all that is not sent. @returns false when the typed word is not DELETE; then nothing is touched */
export async function deleteAllUnsent({ store, pull }: Held, typed: string): Promise<boolean> {
  const { deleteUnsent } = await import('#store/vault/remembered.ts');
  const isDone = await deleteUnsent(store, typed);
  if (isDone) void pull();
  return isDone;
}

/** All that waits, or one of it, as a file to be kept elsewhere: everything in it is readable. */
export async function exportedFile({ store }: Held, opId?: string): Promise<Blob> {
  const { exportOps } = await import('#store/outbox/review.ts');
  const { items, unreadable } = await exportOps(store);
  const wanted = items.filter(({ op }) => opId === undefined || op.opId === opId);
  const about = aboutIn(store);
  const told = wanted.map(async ({ op, input, refusal, conflict }) => ({
    id: op.opId,
    call: op.call,
    state: op.state,
    made: op.capturedAt,
    attempts: op.attempts,
    patient: (await about(op.entityId, input)).patient,
    content: input,
    answer: op.error,
    refusal,
    conflict,
  }));
  const file = {
    exported: new Date(store.means.now()).toISOString(),
    tablet: store.deviceId,
    items: await Promise.all(told),
    ...(opId === undefined ? { unreadable } : {}),
  };
  return new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' });
}
