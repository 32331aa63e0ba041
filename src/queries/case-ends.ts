import type { Input } from '#contract/calls.ts';
import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { api } from '#src/session/api.ts';
import { writeOrQueue } from '#src/offline/write.ts';
import { startPull } from './client/start-pull.ts';
import { SAVED_LOCALLY, useAct, useCaseCall, type ActResult, type Intent } from './consents.ts';

/** Records that the operation of a case was done; queued on this tablet when offline. */
export function useRecordDone() {
  return useAct(async ({ body, key }: Intent<Input<'recordDone'>>): Promise<ActResult> => {
    const { kind } = await writeOrQueue({ call: 'recordDone', input: body, key });
    if (kind === 'queued') return { isSent: false, message: SAVED_LOCALLY };
    await startPull();
    return { isSent: true, message: DONE.OPERATION_DONE };
  });
}

/** Whether the server wants to know why an operation was done without a consent in force. */
export function wantsReason(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.code === 'NO_CONSENT_IN_FORCE';
}

/** Records that a case does not go ahead; queued on this tablet when offline. */
export function useCloseCase() {
  return useAct(async ({ body, key }: Intent<Input<'recordClose'>>): Promise<ActResult> => {
    const { kind } = await writeOrQueue({ call: 'recordClose', input: body, key });
    if (kind === 'queued') return { isSent: false, message: SAVED_LOCALLY };
    await startPull();
    return { isSent: true, message: DONE.CASE_CLOSED };
  });
}

/** Undoes the end of a case. */
export const useUndoEnd = () => useCaseCall('recordUndoEnd');

/** The cases of a list that were not recorded, each with the sentence that says why. */
type DoneListResult = ActResult & { readonly refused: readonly { readonly id: string; readonly message: string }[] };

/** Records the operations of several cases as done; without a network each is queued on this tablet by itself. */
export function useDoneList() {
  return useAct(async ({ body, key }: Intent<Input<'recordDoneList'>>): Promise<DoneListResult> => {
    try {
      const { results, message } = await api('recordDoneList', body, { idempotencyKey: key });
      await startPull();
      return {
        isSent: true,
        message,
        refused: results.flatMap(({ id, message: why }) => (why === null ? [] : [{ id, message: why }])),
      };
    } catch (failure) {
      if (!(failure instanceof Unreachable)) throw failure;
    }
    for (const id of body.ids) await writeOrQueue({ call: 'recordDone', input: { id, on: body.on, source: 'LIST' } });
    return { isSent: false, message: SAVED_LOCALLY, refused: [] };
  });
}
