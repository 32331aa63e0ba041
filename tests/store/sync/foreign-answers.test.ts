import 'fake-indexeddb/auto';
import { outboxItems } from '#store/outbox/list.ts';
import type { PassEnd } from '#store/sync/pass.ts';
import type { PingResult } from '#store/sync/send-context.ts';
import { expect, test as base } from 'vitest';
import { isFull } from '#tests/support/checks/full.ts';
import { createPatient } from '#tests/store/app-calls.ts';
import type { ModelServer } from '#tests/store/model-server.ts';
import type { Sender } from '#tests/store/sender-setup.ts';
import { opsInOrder } from '#tests/store/outbox-rows.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

type Refusal = { readonly status: number; readonly html?: boolean; readonly wait?: string };

/** Somebody between the tablet and the server refuses whatever holds these words, alone and in an envelope. */
function refuseOnTheWay(sender: Sender, word: string, { status, html = true, wait }: Refusal) {
  const { fetch } = sender;
  const refused: number[] = [];
  const through: number[] = [];
  Object.assign(sender, {
    fetch: (async (address, init) => {
      const body = String(init?.body);
      const { ops } = JSON.parse(body) as { ops?: unknown[] };
      const count = ops?.length ?? 1;
      if (!body.includes(word)) {
        through.push(count);
        return fetch(address, init);
      }
      refused.push(count);
      const headers = {
        ...(html ? { 'content-type': 'text/html' } : {}),
        ...(wait === undefined ? {} : { 'retry-after': wait }),
      };
      // A redirect that the browser hides has the status 0, which no test can construct.
      return new Response(html ? '<h1>Request blocked</h1>' : null, { status, headers });
    }) satisfies typeof globalThis.fetch,
  });
  return { refused, through, heal: () => Object.assign(sender, { fetch }) };
}

/** Passes as the loop makes them: each begins once something is due. */
async function passes(sender: Sender, clock: { now: number }, count: number): Promise<PassEnd[]> {
  const ends: PassEnd[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const end = await sender.pass();
    ends.push(end);
    const dueAt = end.halt?.kind === 'wait' ? end.halt.until : end.nextAt;
    if (dueAt !== null) clock.now = Math.max(clock.now, dueAt);
  }
  return ends;
}

/** All answers that a firewall or a gateway gives in the server's place, and what each does to the item that it refuses. */
const STOPPING = [400, 401, 403, 404, 405, 407, 410, 413, 415, 422, 451, 200, 302, 511];
const FAILING = [502, 504, 500];
const WAITING = [429, 503];

const ROWS = [...STOPPING, ...FAILING, ...WAITING].flatMap((status, at): readonly Refusal[] => {
  const rows: Refusal[] = [
    { status, html: true },
    { status, html: false },
    { status, html: true, wait: '3600' },
  ];
  // On each push one of its three shapes; what is waited for in all of them.
  return isFull || WAITING.includes(status) ? rows : rows.slice(at % 3, (at % 3) + 1);
});

/** Those that are met on each push: of each kind of answer some. */
const OF_EACH_KIND = [403, 200, 502, ...WAITING];
const MET = isFull ? ROWS : ROWS.filter(({ status }) => OF_EACH_KIND.includes(status));

async function fill(store: Parameters<typeof createPatient>[0], count: number): Promise<void> {
  await createPatient(store, { firstName: 'Amber', lastName: 'Demo-Refused', dateOfBirth: '1950-03-14' });
  for (let nth = 1; nth < count; nth += 1)
    await createPatient(store, { firstName: 'Amber', lastName: `Demo-${nth}`, dateOfBirth: '1950-03-14' });
}

const lastNames = ({ effects }: ModelServer) => effects.map(({ input }) => input['lastName']);

test.for(MET)('alone: $status, html $html, Retry-After $wait', async (row, { world, store, server, sender }) => {
  await fill(store, 3);
  const { refused } = refuseOnTheWay(sender, 'Demo-Refused', row);
  const first = await sender.pass();
  const isWait = WAITING.includes(row.status) && row.wait !== undefined;
  if (isWait) {
    expect(first.halt).toEqual({ kind: 'wait', until: world.clock.now + Math.min(Number(row.wait), 120) * 1000, isOurs: false });
    await passes(sender, world.clock, 12);
    expect(lastNames(server).toSorted(), 'the others do not wait behind it').toEqual(['Demo-1', 'Demo-2']);
    expect(refused.length, 'it is tried again, never given up').toBeGreaterThan(2);
    return;
  }
  expect(first.halt).toBeNull();
  expect(lastNames(server).toSorted()).toEqual(['Demo-1', 'Demo-2']);
  await passes(sender, world.clock, 12);
  const [item] = await outboxItems(store.db);
  expect(item?.state).toBe(STOPPING.includes(row.status) ? 'stopped' : 'queued');
  expect(refused.length, 'it is tried again, never given up').toBeGreaterThan(5);
});

test.for(MET)('in an envelope: $status, html $html, Retry-After $wait', async (row, { world, store, server, sender }) => {
  await fill(store, 12);
  const { refused } = refuseOnTheWay(sender, 'Demo-Refused', row);
  // Failures are waited for with back-offs, and tried together again.
  const ends = await passes(sender, world.clock, STOPPING.includes(row.status) ? 24 : 90);
  if (WAITING.includes(row.status) && row.wait !== undefined) expect(ends[0]?.halt).toMatchObject({ kind: 'wait' });
  expect(ends.filter(({ halt }) => halt?.kind === 'portal')).toEqual([]);
  expect(server.effects, 'all others are sent').toHaveLength(11);
  expect(server.doubled()).toBe(0);
  const [item] = await outboxItems(store.db);
  if (!STOPPING.includes(row.status)) return expect(item?.state).toBe('queued');
  expect(refused.slice(0, 2)).toEqual([12, 6]);
  expect(refused.at(-1), 'and at last it travels alone').toBe(1);
  expect(item?.state).toBe('stopped');
});

test('what is stopped on the way is tried again, takes nothing with it, and goes once the way is free', async ({
  world,
  store,
  server,
  sender,
}) => {
  await fill(store, 12);
  const { refused, heal } = refuseOnTheWay(sender, 'Demo-Refused', { status: 403 });
  await passes(sender, world.clock, 30);
  expect((await outboxItems(store.db)).map(({ state }) => state)).toEqual(['stopped']);
  const tried = refused.length;
  for (let nth = 0; nth < 10; nth += 1)
    await createPatient(store, { firstName: 'Amber', lastName: `Demo-Later-${nth}`, dateOfBirth: '1950-03-14' });
  await sender.pass(true);
  expect(server.effects).toHaveLength(21);
  expect(refused.slice(tried)).toEqual([1]);
  heal();
  await sender.drain(world.clock);
  expect(server.effects).toHaveLength(22);
  expect(await store.db.ops.count()).toBe(0);
});

test.for<[PingResult, PassEnd['halt']]>([
  ['portal', { kind: 'portal' }],
  ['silent', { kind: 'unreachable' }],
  ['failing', { kind: 'unreachable' }],
])(
  'a refusal on the way is nobody’s while the ping is %s, in an envelope and alone',
  async ([pinged, halt], { store, sender }) => {
    for (const count of [3, 9]) {
      await fill(store, count);
      const { refused, heal } = refuseOnTheWay(sender, 'Demo-', { status: 403 });
      sender.pinged = pinged;
      for (let nth = 0; nth < 7; nth += 1) expect((await sender.pass(true)).halt).toEqual(halt);
      expect(refused.length).toBeGreaterThan(0);
      expect((await opsInOrder(store)).every(({ stopped = 0, state }) => stopped === 0 && state === 'queued')).toBe(true);
      heal();
      sender.pinged = 'here';
      for (let nth = 0; nth < 9; nth += 1) await sender.pass(true);
      expect(await store.db.ops.count()).toBe(0);
    }
  },
);

test('an answer of the server itself ends the count of refusals on the way', async ({ world, store, server, sender }) => {
  await fill(store, 1);
  const { heal } = refuseOnTheWay(sender, 'Demo-Refused', { status: 403 });
  await passes(sender, world.clock, 12);
  heal();
  server.refuseWith(() => server.failure(503, 'BUSY'));
  await sender.pass(true);
  expect((await outboxItems(store.db)).map(({ state }) => state)).toEqual(['queued']);
});

test('a gateway’s wait is two minutes at most, over a reload; an answer of the server ends it, and so does a person', async ({
  world,
  store,
  server,
  sender,
}) => {
  await fill(store, 3);
  const gateway = { status: 429, wait: '3600' };
  const { refused, heal } = refuseOnTheWay(sender, 'Demo-', gateway);
  const until = world.clock.now + 120_000;
  expect((await sender.pass()).halt).toEqual({ kind: 'wait', until, isOurs: false });
  const tried = refused.length;
  expect((await sender.pass(true)).halt, 'also when the network wakes the queue').toEqual({ kind: 'wait', until, isOurs: false });
  expect(refused).toHaveLength(tried);
  expect((await sender.pass(true, 'foreign')).tried, 'an answer of the server').toBeGreaterThan(0);
  expect((await sender.pass(true, 'all')).tried, 'a person').toBeGreaterThan(0);
  heal();
  world.clock.now += 120_001;
  // A body that was refused alone is tried a moment after the wait.
  await passes(sender, world.clock, 8);
  expect(server.effects).toHaveLength(3);
});

test('the server’s own wait is ended by a person, and by no other answer', async ({ world, store, server, sender }) => {
  await fill(store, 1);
  sender.plan.push({ status: 503, headers: { 'retry-after': '180' } });
  const wait = { kind: 'wait', until: world.clock.now + 180_000, isOurs: true };
  expect((await sender.pass()).halt).toEqual(wait);
  expect(await sender.pass(true, 'foreign')).toMatchObject({ tried: 0, halt: wait });
  await sender.pass(true, 'all');
  expect(server.effects).toHaveLength(1);
});

test('the wait that a build before has stored, whoever asked for it, is two minutes at most and ends with an answer', async ({
  world,
  store,
  server,
  sender,
}) => {
  await fill(store, 2);
  await store.db.kv.put({ k: 'pausedUntil', value: world.clock.now + 3_600_000 });
  await sender.pass();
  expect(server.effects).toHaveLength(2);
  await createPatient(store);
  await store.db.kv.put({ k: 'pausedUntil', value: world.clock.now + 60_000 });
  expect((await sender.pass()).halt).toMatchObject({ kind: 'wait' });
  await sender.pass(true, 'foreign');
  expect(server.effects).toHaveLength(3);
});
