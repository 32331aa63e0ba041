import { CallFailed } from '#contract/engine/call.ts';
import { currentEntityOf, rebaseOp } from './conflict.ts';
import type { Store } from '#store/session/store.ts';
import { queuedCalls } from './calls.ts';
import { discardOp, readOp } from './review.ts';

/**
 * Takes a refused op back while the user still has the form open. After a conflict the row becomes the server's present entity, so
 * that the next attempt is made on top of it. A signature that does not match the shown content (`SIGNED_CONTENT_MISMATCH`) is evidence:
 * it stays in review.
 *
 * @returns the refusal as the call itself would have thrown it; a conflict has the present entity in `data.current`
 * @throws NotPending unless the op is in review or conflict; Damaged, KeyForgotten
 */
export async function cancelOp(store: Store, opId: string): Promise<CallFailed> {
  const { op, refusal, conflict } = await readOp(store, opId);
  const { status, code, message } = op.error ?? { status: 0, code: '', message: '' };
  if (conflict !== null) {
    const current = currentEntityOf(queuedCalls[op.call].table, { current: conflict.theirs });
    if (current === null) await discardOp(store, opId);
    else
      await rebaseOp(store, { op, mine: {}, theirs: current.copy, version: current.version, epoch: null, note: null, end: null });
    return new CallFailed(status, { message, error: code, fields: [], data: { current: conflict.theirs } });
  }
  if (code !== 'SIGNED_CONTENT_MISMATCH') await discardOp(store, opId);
  return new CallFailed(status, { message, error: code, fields: [...(refusal?.fields ?? [])], data: refusal?.data });
}
