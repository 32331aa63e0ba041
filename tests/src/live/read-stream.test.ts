import { expect, test } from 'vitest';
import { createLiveDecoder, encodeLiveEvent, LIVE_SILENCE, type LiveEvent } from '#contract/live.ts';
import { readStream, type StreamEnd } from '#src/live/read-stream.ts';
import { manualTime } from './manual-time.ts';

const ID = '018f0000-0000-7000-8000-000000000001';
const RESYNC: LiveEvent = { kind: 'resync' };
const CHANGED: LiveEvent = { kind: 'changed', ids: [ID] };

/** A server whose answer is written piece by piece. */
function aServer(status = 200, headers: Record<string, string> = { 'x-app': 'consent' }) {
  const time = manualTime();
  const cut = new AbortController();
  const events: LiveEvent[] = [];
  const requests: { url: string; init: RequestInit | undefined }[] = [];
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push({ url: String(input), init });
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
    init?.signal?.addEventListener('abort', () => body?.error(new DOMException('Called off', 'AbortError')));
    return new Response(stream, { status, headers });
  };
  const onEvent = (event: LiveEvent) => void events.push(event);
  const end = readStream({ fetch, root: '/api', token: 's_1', signal: cut.signal, ...time, onEvent });
  const write = async (text: string) => {
    await time.advance(0);
    body?.enqueue(new TextEncoder().encode(text));
    await time.advance(0);
  };
  return { time, cut, events, requests, end, write, close: () => body?.close() };
}

test('events are read however the network cuts them, and those of a later build are left out', () => {
  const text = `: a comment\n\ndata: {"kind":"later"}\n\ndata: {\n\n${encodeLiveEvent(RESYNC)}${encodeLiveEvent(CHANGED)}`;
  for (let length = 1; length <= text.length; length += 1) {
    const decode = createLiveDecoder();
    const pieces = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
    expect(pieces.flatMap((piece) => decode(piece))).toEqual([RESYNC, CHANGED]);
  }
});

test('the token goes in a header, never in the address', async () => {
  const server = aServer();
  await server.write(encodeLiveEvent(CHANGED));
  server.cut.abort();
  expect(await server.end).toEqual({ kind: 'cut' });
  expect(server.events).toEqual([CHANGED]);
  const [{ url, init } = { url: '', init: undefined }] = server.requests;
  expect(url).toBe('/api/live');
  expect(init).toMatchObject({ headers: { authorization: 'Bearer s_1' }, cache: 'no-store', redirect: 'manual' });
});

test('silence ends a stream, a beat keeps it open', async () => {
  const server = aServer();
  let end: StreamEnd | undefined;
  void server.end.then((its) => (end = its));
  await server.time.advance(LIVE_SILENCE - 1);
  await server.write(encodeLiveEvent({ kind: 'beat' }));
  await server.time.advance(LIVE_SILENCE - 1);
  expect(end).toBeUndefined();
  await server.time.advance(1);
  expect(end).toEqual({ kind: 'cut' });
});

test.each<[string, string, StreamEnd]>([
  ['the session', 'session', { kind: 'session' }],
  ['a newer stream', 'replaced', { kind: 'replaced' }],
  ['a server that stops', 'stop', { kind: 'again' }],
  ['its age', 'renew', { kind: 'again' }],
])('%s ends a stream', async (_, why, expected) => {
  const server = aServer();
  await server.write(`data: {"kind":"end","why":"${why}"}\n\n`);
  expect(await server.end).toEqual(expected);
});

test.each<[string, number, Record<string, string>, StreamEnd]>([
  ['an ended session', 401, { 'x-app': 'consent' }, { kind: 'session' }],
  ['a full server', 503, { 'x-app': 'consent', 'retry-after': '60' }, { kind: 'refused', wait: 60_000 }],
  ['an older server', 404, { 'x-app': 'consent' }, { kind: 'refused', wait: null }],
  ['a portal that says yes', 200, {}, { kind: 'cut' }],
  ['a portal that says no', 401, {}, { kind: 'cut' }],
])('%s gives no stream', async (_, status, headers, expected) => {
  expect(await aServer(status, headers).end).toEqual(expected);
});
