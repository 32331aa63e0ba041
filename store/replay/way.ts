import type { OpRow } from '../outbox/op.ts';
import type { Line } from './line.ts';
import type { Sending } from './sending.ts';
import type { Halt } from './take.ts';

/** How a pass is made. `isEager`: back-offs are not waited for. `onAttempt` is told before and after each call. */
export type Pass = { readonly isEager: boolean; readonly signal: AbortSignal; readonly onAttempt: () => void };

/** What came of sending: what stops the queue, and how many ops were tried and were answered by the server. */
export type Sent = { readonly halt: Halt | null; readonly tried: number; readonly answered: number };

/** A way to send these. @throws Deposed */
export type Way = (sending: Sending, heads: readonly OpRow[], pass: Pass & { readonly token: string }) => Promise<Sent>;

/** Speaks over a line that is cut after a time, or when the pass is called off. */
export async function withLine<T>(
  { fetch: reach, root, times, timer, store }: Sending,
  { token, signal, timeout }: { readonly token: string; readonly signal: AbortSignal; readonly timeout: number },
  speak: (line: Line) => Promise<T>,
): Promise<T> {
  const cut = new AbortController();
  const stop = () => cut.abort();
  const callOff = timer(timeout, stop);
  signal.addEventListener('abort', stop);
  try {
    return await speak({ fetch: reach, root, token, times, now: store.means.now, signal: cut.signal });
  } finally {
    callOff();
    signal.removeEventListener('abort', stop);
  }
}
