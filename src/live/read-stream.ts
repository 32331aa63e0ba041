import { calls } from '#contract/calls.ts';
import { isOurAnswer } from '#contract/engine/our-answer.ts';
import { createLiveDecoder, LIVE_SILENCE, type LiveEvent } from '#contract/live.ts';
import { parseRetryAfter, SYNC_TIMING } from '#store/sync/timing.ts';
import type { Timer } from '#store/sync/send-context.ts';

/**
 * How a stream ended. `session`: its session is over. `replaced`: another one of the same session took its place. `again`: the server
 * asks for a new one. `refused`: the server does not give one; `wait` is its Retry-After, ms. `cut`: the network, or a proxy that holds
 * events back.
 */
export type StreamEnd =
  | { readonly kind: 'session' | 'replaced' | 'again' | 'cut' }
  | { readonly kind: 'refused'; readonly wait: number | null };

export type ReadStreamOptions = {
  readonly fetch: typeof fetch;
  /** the API's root, e.g. `/api` */
  readonly root: string;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly timer: Timer;
  /** epoch ms */
  readonly now: () => number;
  readonly onEvent: (event: LiveEvent) => void;
};

/**
 * Reads one stream to its end; never fails. Silence longer than two beats ends it: the network may be gone without a word, and a proxy
 * that collects an answer before it passes it on brings no beat.
 */
export async function readStream({ signal, timer, ...options }: ReadStreamOptions): Promise<StreamEnd> {
  const cut = new AbortController();
  const follow = () => cut.abort();
  if (signal.aborted) follow();
  signal.addEventListener('abort', follow);
  let cancel = () => {};
  const onSign = () => {
    cancel();
    cancel = timer(LIVE_SILENCE, follow);
  };
  onSign();
  try {
    return await read({ ...options, signal: cut.signal, onSign });
  } catch {
    return { kind: 'cut' };
  } finally {
    cancel();
    signal.removeEventListener('abort', follow);
    cut.abort();
  }
}

type Reading = Omit<ReadStreamOptions, 'timer'> & { readonly onSign: () => void };

async function read({ fetch, root, token, signal, now, onEvent, onSign }: Reading): Promise<StreamEnd> {
  const response = await fetch(`${root}/${calls.live.path}`, {
    headers: { authorization: `Bearer ${token}` },
    credentials: 'omit',
    cache: 'no-store',
    // A portal that answers in the server's place is no stream.
    redirect: 'manual',
    signal,
  });
  const isOurs = isOurAnswer(response.headers);
  if (isOurs && response.status === 401) return { kind: 'session' };
  if (isOurs && !response.ok) return { kind: 'refused', wait: parseRetryAfter(response.headers, now(), SYNC_TIMING) };
  if (!isOurs || response.body === null) return { kind: 'cut' };
  const decode = createLiveDecoder();
  const text = new TextDecoder();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { kind: 'cut' };
    onSign();
    for (const event of decode(text.decode(value, { stream: true })))
      if (event.kind !== 'end') onEvent(event);
      else return { kind: event.why === 'session' || event.why === 'replaced' ? event.why : 'again' };
  }
}
