import { expect, test } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { emptyHistory, followStream } from '#src/live/follow-stream.ts';
import type { StreamEnd } from '#src/live/read-stream.ts';
import { manualTime } from './manual-time.ts';

/** Streams that end as the test says; chance always takes half. */
function aFollower(history = emptyHistory(), time = manualTime()) {
  const opened: number[] = [];
  const told: string[] = [];
  let tell: (event: LiveEvent) => void = () => {};
  let end: (how: StreamEnd) => void = () => {};
  const following = followStream({
    read: (signal, onEvent) =>
      new Promise((resolve) => {
        opened.push(time.now());
        tell = onEvent;
        end = resolve;
        signal.addEventListener('abort', () => resolve({ kind: 'cut' }));
      }),
    history,
    timer: time.timer,
    now: time.now,
    random: () => 0.5,
    onEvent: ({ kind }) => told.push(kind),
    onCut: () => told.push('cut'),
    onSessionOver: () => told.push('over'),
  });
  return {
    time,
    opened,
    told,
    following,
    tell: (event: LiveEvent) => tell(event),
    endWith: async (how: StreamEnd) => {
      end(how);
      await time.advance(0);
    },
  };
}

test('a stream that is cut is opened again after growing waits, and after one that worked the waits begin anew', async () => {
  const it = aFollower();
  const waits: number[] = [];
  for (let nth = 0; nth < 9; nth += 1) {
    const from = it.time.now();
    await it.endWith({ kind: 'cut' });
    await it.time.advance(60_000);
    waits.push((it.opened.at(-1) ?? 0) - from);
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  it.tell({ kind: 'resync' });
  const from = it.time.now();
  await it.endWith({ kind: 'cut' });
  await it.time.advance(60_000);
  expect((it.opened.at(-1) ?? 0) - from).toBe(500);
});

test.each<[string, StreamEnd, number]>([
  ['a server that stops, for another server', { kind: 'again' }, 2500],
  ['another browser of the session', { kind: 'replaced' }, 90_000],
  ['a full server', { kind: 'refused', wait: 60_000 }, 90_000],
  ['an older server', { kind: 'refused', wait: null }, 450_000],
])('after %s the next stream is opened in its time', async (_, end, wait) => {
  const it = aFollower();
  const from = it.time.now();
  await it.endWith(end);
  await it.time.advance(wait - 1);
  expect(it.opened.length).toBe(1);
  await it.time.advance(1);
  expect(it.opened.at(-1)).toBe(from + wait);
});

test('the end of the session is passed on, and no stream follows soon', async () => {
  const it = aFollower();
  await it.endWith({ kind: 'session' });
  await it.time.advance(60_000);
  expect(it.told).toEqual(['cut', 'over']);
  expect(it.opened.length).toBe(1);
});

test.each(['cut', 'again'] as const)('after “%s” a page that is back opens a stream at once', async (kind) => {
  const it = aFollower();
  await it.endWith({ kind });
  it.following.nudge();
  expect(it.opened).toEqual([it.time.now(), it.time.now()]);
});

test('a page that comes back often undoes no back-off', async () => {
  const it = aFollower();
  for (let nth = 0; nth < 8; nth += 1) {
    await it.endWith({ kind: 'cut' });
    it.following.nudge();
  }
  const from = it.time.now();
  await it.endWith({ kind: 'cut' });
  await it.time.advance(60_000);
  expect((it.opened.at(-1) ?? 0) - from).toBe(30_000);
});

test.each<[string, StreamEnd, number]>([
  ['a full server', { kind: 'refused', wait: 60_000 }, 90_000],
  ['another browser of the session', { kind: 'replaced' }, 90_000],
  ['the end of the session', { kind: 'session' }, 300_000],
])('after %s no page that is looked at opens a stream before its time', async (_, end, wait) => {
  const history = emptyHistory();
  const it = aFollower(history);
  await it.endWith(end);
  await it.time.advance(wait - 1);
  it.following.nudge();
  expect(it.opened.length).toBe(1);
  // A page that was hidden for long follows anew.
  it.following.stop();
  const next = aFollower(history, it.time);
  expect(next.opened).toEqual([]);
  await it.time.advance(1);
  expect(next.opened.length).toBe(1);
});

test('once stopped it opens and tells nothing more', async () => {
  const it = aFollower();
  it.following.stop();
  it.tell({ kind: 'resync' });
  await it.time.advance(600_000);
  expect([it.opened.length, it.told]).toEqual([1, []]);
});
