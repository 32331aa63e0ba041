import { setTimeout as wait } from 'node:timers/promises';
import { createLiveDecoder, type LiveEvent } from '#contract/live.ts';
import { soon } from '#tests/support/checks/soon.ts';

/** Silence after which everything before counts as arrived, ms: above the longest gathering of changes. */
const QUIET = 400;

/** One open stream of a server, as a browser reads it. */
export type LiveStream = {
  /** every event so far but beats */
  readonly events: LiveEvent[];
  readonly headers: Headers;
  /** Resolves once an event of the stream, after those seen before, passes. */
  next(passes: (event: LiveEvent) => boolean): Promise<void>;
  /** Resolves once nothing but beats has arrived for so long that whatever was done before has. */
  quiet(): Promise<void>;
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
  /** Whether a named id has arrived. */
  received(id: string): boolean;
  close(): void;
};

/** Opens a stream and waits until it reports changes. @throws Error for a refusal */
export async function openLiveStream(origin: string, token: string, isLive = true): Promise<LiveStream> {
  const cut = new AbortController();
  const response = await fetch(`${origin}/api/live`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' },
    signal: cut.signal,
  });
  if (!response.ok || response.body === null) {
    // An answer that is not read keeps its connection.
    await response.text();
    throw new Error(`The stream was refused: ${response.status}`);
  }
  const events: LiveEvent[] = [];
  const decode = createLiveDecoder();
  const read = async (body: ReadableStream<Uint8Array>) => {
    const text = new TextDecoder();
    for await (const piece of body)
      events.push(...decode(text.decode(piece, { stream: true })).filter(({ kind }) => kind !== 'beat'));
  };
  const ended = read(response.body).catch(() => undefined);
  const stream: LiveStream = {
    events,
    headers: response.headers,
    ended,
    next: async (passes) => {
      const from = events.length;
      await soon(() => {
        if (!events.slice(from).some(passes)) throw new Error(`Only ${JSON.stringify(events.slice(from))} arrived`);
      });
    },
    quiet: async () => {
      for (let seen = -1; seen !== events.length;) {
        seen = events.length;
        await wait(QUIET);
      }
    },
    received: (id) => events.some((event) => event.kind === 'changed' && event.ids.includes(id)),
    close: () => cut.abort(),
  };
  if (isLive)
    await soon(() => {
      if (!events.some(({ kind }) => kind === 'resync')) throw new Error('The stream does not report changes');
    });
  return stream;
}
