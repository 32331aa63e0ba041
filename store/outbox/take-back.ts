import { CallFailed } from '#contract/call.ts';
import { currentOf, replaceOnTop } from '../replay/collide.ts';
import type { Store } from '../store.ts';
import { queued } from './queued.ts';
import { discard, openOp } from './review.ts';

/**
 * Takes a refused op back while the words still stand in somebody's form. After a conflict the other's change is the row, so that
 * the next try is made on top of it. A signature of something else than was shown is evidence: it stays in review.
 *
 * @returns the refusal as the call itself would have thrown it; a conflict has the present entity in `data.current`
 * @throws NotWaiting unless it was refused, or met a conflict; Damaged, KeyForgotten
 */
export async function takeBack(store: Store, opId: string): Promise<CallFailed> {
  const { op, refusal, conflict } = await openOp(store, opId);
  const { status, code, message } = op.error ?? { status: 0, code: '', message: '' };
  if (conflict !== null) {
    const current = currentOf(queued[op.call].table, { current: conflict.theirs });
    if (current === null) await discard(store, opId);
    else await replaceOnTop(store, { op, mine: {}, theirs: current.copy, version: current.version, epoch: null, note: null });
    return new CallFailed(status, { message, error: code, fields: [], data: { current: conflict.theirs } });
  }
  if (code !== 'SIGNED_CONTENT_MISMATCH') await discard(store, opId);
  return new CallFailed(status, { message, error: code, fields: [...(refusal?.fields ?? [])], data: refusal?.data });
}
