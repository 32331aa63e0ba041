import type { QueuedCall } from '#contract/calls.ts';
import { MISDIRECTED } from '#store/db/op.ts';
import { discardOp, exportOps, resendOp, resolveConflict, retryOp, type OpDetails } from '#store/outbox/review.ts';
import { deleteUnsent } from '#store/session/sign-out.ts';
import type { LocalContext } from './context.ts';
import { createSubjectReader } from './outbox-subject.ts';

type Choice = 'mine' | 'theirs';

/** A person's decisions about ops that wait for one. */
export function outboxActions({ store, wake, pull }: LocalContext) {
  return {
    /** Sends a refused op again with other fields, and one that was not refused as it was. @throws NotSent when a field does not fit; NotPending */
    resend: async ({ op }: Pick<OpDetails, 'op'>, input: Readonly<Record<string, unknown>>): Promise<void> => {
      if (op.error?.code === MISDIRECTED) await retryOp(store, op.opId);
      // The call is known at run time only; its own schema checks the fields.
      else await resendOp<QueuedCall>(store, op.opId, input);
      wake('asked');
    },
    /** Discards a refused op for good. @throws NotPending */
    discard: async (opId: string): Promise<void> => {
      await discardOp(store, opId);
      wake('asked');
      // Remote changes were skipped while the op lay over them.
      void pull();
    },
    /** Resolves a conflict by a choice for each field. @throws NotPending */
    resolve: async (opId: string, choices: Readonly<Record<string, Choice>>): Promise<void> => {
      await resolveConflict(store, opId, choices);
      wake('asked');
      // As after a discard.
      void pull();
    },
    /** Deletes all unsent work. @returns false when the confirmation is not DELETE; then nothing is touched */
    deleteAll: async (confirmation: string): Promise<boolean> => {
      const isDone = await deleteUnsent(store, confirmation);
      if (isDone) void pull();
      return isDone;
    },
    /** All unsent ops, or one of them, as a readable JSON file. */
    export: (opId?: string): Promise<Blob> => exportOutbox(store, opId),
  };
}

async function exportOutbox(store: LocalContext['store'], opId: string | undefined): Promise<Blob> {
  const { items, unreadable } = await exportOps(store);
  const subjectOf = createSubjectReader(store);
  const wanted = items.filter(({ op }) => opId === undefined || op.opId === opId);
  const entries = wanted.map(async ({ op, input, refusal, conflict }) => ({
    id: op.opId,
    call: op.call,
    state: op.state,
    made: op.capturedAt,
    attempts: op.attempts,
    patient: (await subjectOf(op.entityId, input)).patient,
    content: input,
    answer: op.error,
    refusal,
    conflict,
  }));
  const file = {
    exported: new Date(store.env.now()).toISOString(),
    tablet: store.deviceId,
    items: await Promise.all(entries),
    ...(opId === undefined ? { unreadable } : {}),
  };
  return new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' });
}
