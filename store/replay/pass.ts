import { dueHeads, nextRipe } from './due.ts';
import { byEnvelopes, grow } from './envelopes.ts';
import { pausedUntil } from './pause.ts';
import { oneByOne } from './singles.ts';
import type { Sending } from './sending.ts';
import type { Pass, Sent } from './way.ts';

/** How a pass ended. `nextAt`: when another op ripens, epoch ms, null when none will. */
export type PassEnd = Sent & { readonly nextAt: number | null };

/**
 * One pass over the queue: whatever may be sent now is sent once, and what follows is written down.
 *
 * @throws Deposed when another tab leads now
 */
export async function drainOnce(sending: Sending, pass: Pass): Promise<PassEnd> {
  const { store, epoch, times } = sending;
  const nothing = { tried: 0, answered: 0, nextAt: null };
  const now = store.means.now();
  const until = await pausedUntil(store.db, now, times);
  if (until > 0) return { ...nothing, halt: { kind: 'wait', until } };
  // Not even tried: a body that nobody has tried to send may still take in later edits.
  if (!sending.isOnline()) return { ...nothing, halt: { kind: 'unreachable' } };
  const token = sending.token();
  if (token === null) return { ...nothing, halt: { kind: 'signIn' } };
  const ops = await store.db.ops.orderBy('seq').toArray();
  const heads = dueHeads(ops, { now, epoch, isEager: pass.isEager, times });
  if (heads.length === 0) return { ...nothing, halt: null, nextAt: nextRipe(ops) };
  const paid = { ...pass, token };
  if (sending.envelope.most < 2 || heads.length < 2 || !sending.isSlow()) {
    const sent = await oneByOne(sending, heads, paid);
    // The line bears calls again: the next ones may travel together.
    if (sent.answered > 0) grow(sending.envelope);
    return { ...sent, nextAt: null };
  }
  // Ink is heavy and travels alone.
  const together = await byEnvelopes(
    sending,
    heads.filter(({ blob }) => blob === null),
    paid,
  );
  if (together.halt !== null) return { ...together, nextAt: null };
  const alone = await oneByOne(
    sending,
    heads.filter(({ blob }) => blob !== null),
    paid,
  );
  const sum = { tried: together.tried + alone.tried, answered: together.answered + alone.answered };
  return { halt: alone.halt, ...sum, nextAt: null };
}
