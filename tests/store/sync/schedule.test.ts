import 'fake-indexeddb/auto';
import { enqueue } from '#store/outbox/enqueue.ts';
import { readConsent } from '#store/views/consents.ts';
import { readPatient } from '#store/views/patients.ts';
import type { Store } from '#store/session/store.ts';
import { saveStrokes } from '#store/entities/strokes.ts';
import { openVaultDatabase } from '#store/db/vault-database.ts';
import { markVault } from '#store/db/vault-mark.ts';
import { createConsent, createPatient, saveDraft, sendConsent, signConsent, updatePatient } from '#tests/store/app-calls.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { expect, test } from 'vitest';
import { modelServer, type Fault, type ModelServer } from '#tests/store/model-server.ts';
import { HANG, senderOf, type Sender } from '#tests/store/sender-setup.ts';
import { opsInOrder } from '#tests/store/outbox-rows.ts';
import { openDemoStore, openWorld, type World } from '#tests/store/world.ts';

/** Requests that reach the server a second time, and tabs that are killed at work, before a run is long enough. */
const LEAST = isFull ? { doubled: 10_000, kills: 1000 } : { doubled: 20, kills: 6 };

type Chance = {
  readonly random: () => number;
  readonly below: (count: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
};

/** The writes of the people of one tablet: those that were reported as saved, and those that were not. */
type Done = {
  readonly patients: Map<string, { saved: number; tried: number }>;
  readonly consents: Map<string, { saved: number; tried: number; isSent: boolean; signed: number; signTried: number }>;
};

/** One tab while it lives. */
type Tab = { readonly store: Store; readonly sender: Sender; isDead: boolean };

const BAD: readonly Fault[] = [
  'lost',
  'answerLost',
  'answerLost',
  'doubled',
  'doubled',
  'doubled',
  'cutShort',
  'hangs',
  { status: 500 },
  { status: 502 },
  { status: 409, body: { message: 'In progress', error: 'IN_PROGRESS' } },
  { status: 503, headers: { 'retry-after': '20' } },
  { portal: 200 },
  { portal: 302 },
];

function chanceOf(random: () => number): Chance {
  const below = (count: number) => Math.floor(random() * count);
  // There is always something to pick from.
  return { random, below, pick: (from) => from[below(from.length)] as (typeof from)[number] };
}

/** One tablet, its server and everything that may happen to both. */
function scene(world: World, base: Store, { name, chance }: { name: string; chance: Chance }) {
  const server = modelServer();
  const done: Done = { patients: new Map(), consents: new Map() };
  const signing = { name: 'Demo', statement: 'I agree', contentDigest: 'd'.repeat(64), capturedAt: '2026-08-06T14:02:00.000Z' };
  let isCalm = false;
  let kills = 0;

  async function openTab(): Promise<Tab> {
    const db = openVaultDatabase(name, { letGo: async () => {}, onBlocked: () => {} });
    await markVault(db);
    const row = await base.device.vaults.get(base.vault.userHash);
    if (row === undefined) throw new Error('The vault of the base is gone');
    await base.device.vaults.put({ ...row, userHash: name });
    const store: Store = { ...base, db, vault: { ...base.vault, userHash: name } };
    const sender = await senderOf(store, server);
    const tab: Tab = { store, sender, isDead: false };
    const reach = server.network(() => (isCalm || chance.random() < 0.5 ? 'none' : chance.pick(BAD)));
    const fromTheGrave = new Promise<never>(() => {});
    Object.assign(sender, {
      fetch: (async (...args) => {
        if (tab.isDead) return fromTheGrave;
        // An answer takes a moment, in which the tab may be killed.
        await new Promise((resolve) => setTimeout(resolve, chance.below(3)));
        const answer = await reach(...args);
        return tab.isDead ? fromTheGrave : answer;
      }) satisfies typeof fetch,
      // Every call is given up soon: one that would have been answered, and is sent again, is one more fault.
      timer: ((ms, run) => {
        const handle = setTimeout(run, Math.min(ms, HANG));
        return () => clearTimeout(handle);
      }) satisfies Sender['timer'],
    });
    return tab;
  }

  /** A tab that is gone does and hears nothing more; what it was doing in the database is done or not. */
  function kill(tab: Tab): void {
    tab.isDead = true;
    tab.store.db.close();
    kills += 1;
  }

  /** Somebody does something; whether they were told that it is saved is written down. */
  async function act({ store }: Tab): Promise<void> {
    const patientId = chance.pick([...done.patients.keys(), null]);
    const consentId = chance.pick([...done.consents.keys(), null, null]);
    if (patientId === null || chance.random() < 0.15) {
      const id = await createPatient(store, { firstName: 'Test', lastName: 'Demo', dateOfBirth: '1950-03-14' });
      done.patients.set(id, { saved: 0, tried: 0 });
    } else if (consentId === null) {
      const { consentID } = await createConsent(store, { patientID: patientId, formType: 'FORM_1' });
      done.consents.set(consentID, { saved: 0, tried: 0, isSent: false, signed: 0, signTried: 0 });
    } else if (chance.random() < 0.5) {
      const known = done.patients.get(patientId)!;
      const count = (known.tried += 1);
      await updatePatient(store, patientId, { phoneNumber: `0${1_000_000 + count}` });
      known.saved = Math.max(known.saved, count);
    } else await actOnConsent(store, consentId);
  }

  async function actOnConsent(store: Store, consentID: string): Promise<void> {
    const known = done.consents.get(consentID)!;
    if (!known.isSent && chance.random() < 0.7) {
      const count = (known.tried += 1);
      await saveDraft(store, consentID, { mattersToMe: `word ${1_000_000 + count}` });
      known.saved = Math.max(known.saved, count);
    } else if (!known.isSent) {
      known.isSent = true;
      await sendConsent(store, consentID);
    } else {
      const nth = (known.signTried += 1);
      const ink = await saveStrokes(store, consentID, [[{ x: 0.1, y: 0.1, t: nth }]]);
      await signConsent(store, { ...signing, consentID, role: 'PATIENT', method: 'DRAWN' }, ink);
      known.signed += 1;
    }
  }

  /** Another tablet writes something that nobody here touches. */
  function actElsewhere(): void {
    const id = chance.pick([...server.patients.keys(), '']);
    const patient = server.patients.get(id);
    if (patient !== undefined)
      server.patients.set(id, { ...patient, address: `${patient.version} Street`, version: patient.version + 1 });
  }

  return { server, done, openTab, kill, act, actElsewhere, kills: () => kills, calm: () => void (isCalm = true) };
}

type Scene = ReturnType<typeof scene>;

const ended = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  );

/** Lets anything happen for a while, then lets everything heal. */
async function live(world: World, { server, openTab, kill, act, actElsewhere, calm }: Scene, chance: Chance): Promise<Tab> {
  // One person does one thing after the other, whatever is being sent meanwhile.
  const actInTurn = async (mine: Tab, count: number) => {
    for (let nth = 0; nth < count && !mine.isDead; nth += 1) await ended(act(mine));
  };
  let tab = await openTab();
  for (let step = 0; step < 30; step += 1) {
    tab.sender.slow = chance.random() < 0.4;
    const token = chance.random() < 0.1 ? 'token-ended' : 'token-1';
    tab.sender.session = token;
    const work: Promise<void>[] = [ended(tab.sender.pass(chance.random() < 0.3))];
    work.push(actInTurn(tab, chance.below(4)));
    const luck = chance.random();
    if (luck < 0.25) {
      await new Promise((resolve) => setTimeout(resolve, chance.below(12)));
      kill(tab);
      tab = await openTab();
    } else if (luck < 0.4) {
      // Another tab takes the lead while this one is at work.
      const other = await openTab();
      work.push(ended(other.sender.pass(true)));
      await Promise.all(work);
      tab.store.db.close();
      tab = other;
    } else await Promise.all(work);
    if (chance.random() < 0.2) actElsewhere();
    world.clock.now += chance.random() < 0.1 ? -3_600_000 : chance.below(60_000);
  }
  calm();
  tab.sender.session = 'token-1';
  tab.sender.slow = false;
  server.tokens.add('token-1');
  world.clock.now += 600_000;
  await tab.sender.drain(world.clock);
  return tab;
}

/** The invariants after any schedule: nothing lost, nothing twice, nothing out of order. */
async function judge({ store }: Tab, { server, done }: Scene): Promise<void> {
  const left = await opsInOrder(store);
  expect(left.map(({ call, state, error }) => [call, state, error?.code])).toEqual([]);
  const keys = server.effects.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const [id, { saved, tried }] of done.patients) {
    const patient = server.patients.get(id);
    expect(effectsOn(server, id, 'patientCreate')).toBe(1);
    const counts = countsOf(server, id, 'phoneNumber');
    expect(counts).toEqual([...counts].toSorted((one, other) => one - other));
    expect(new Set(counts).size).toBe(counts.length);
    const count = Number(patient?.phoneNumber ?? 1_000_000) - 1_000_000;
    expect(count).toBeGreaterThanOrEqual(saved);
    expect(count).toBeLessThanOrEqual(tried);
    expect(await readPatient(store, id)).toMatchObject({
      state: 'synced',
      patient: { phoneNumber: patient?.phoneNumber ?? null },
    });
  }
  for (const [id, { saved, tried, isSent, signed, signTried }] of done.consents) {
    const consent = server.consents.get(id);
    expect(effectsOn(server, id, 'consentCreate')).toBe(1);
    expect(effectsOn(server, id, 'consentSend')).toBeLessThanOrEqual(isSent ? 1 : 0);
    const counts = countsOf(server, id, 'mattersToMe');
    expect(counts).toEqual([...counts].toSorted((one, other) => one - other));
    const count = Number(/\d+$/.exec(consent?.mattersToMe ?? '')?.[0] ?? 1_000_000) - 1_000_000;
    expect(count).toBeGreaterThanOrEqual(saved);
    expect(count).toBeLessThanOrEqual(tried);
    expect(effectsOn(server, id, 'recordSign')).toBeGreaterThanOrEqual(signed);
    expect(effectsOn(server, id, 'recordSign')).toBeLessThanOrEqual(signTried);
    expect((await readConsent(store, id))?.state).toBe('synced');
  }
  // Ink whose signature nobody was told about may be left; ink that a signature waited with is gone with it.
  expect(await store.db.blobs.where('state').equals('queued').count()).toBe(0);
}

const effectsOn = (server: ModelServer, id: string, call: string) =>
  server.effects.filter((effect) => effect.id === id && effect.call === call).length;
const countsOf = (server: ModelServer, id: string, field: string) =>
  server.effects.flatMap(({ id: on, input }) =>
    on === id && input[field] !== undefined ? [Number(/\d+$/.exec(String(input[field]))?.[0])] : [],
  );

test(
  'whatever happens to the network, the server and the tab, each thing that was saved takes effect once and in order',
  async () => {
    const random = seededRandom('replay schedules');
    const chance = chanceOf(random);
    const world = openWorld(random);
    const base = await openDemoStore(world);
    const sum = { doubled: 0, kills: 0, effects: 0 };
    for (let nth = 0; sum.doubled < LEAST.doubled || sum.kills < LEAST.kills; nth += 1) {
      const name = `schedule-${nth}-${Date.now()}`;
      const now = scene(world, base, { name, chance });
      const tab = await live(world, now, chance);
      await judge(tab, now).catch((failure: unknown) => {
        throw new Error(`Schedule ${nth} broke the promise`, { cause: failure });
      });
      sum.doubled += now.server.doubled();
      sum.kills += now.kills();
      sum.effects += now.server.effects.length;
      await tab.store.db.delete();
    }
    // oxlint-disable-next-line eslint/no-console -- how far a random run came belongs beside its seed
    console.info(`${sum.effects} effects, ${sum.doubled} doubled requests, ${sum.kills} killed tabs`);
    base.db.close();
  },
  isFull ? 3_600_000 : 120_000,
);

test('the judge sees an effect that came twice', async () => {
  const random = seededRandom('replay judge');
  const chance = chanceOf(random);
  const world = openWorld(random);
  const base = await openDemoStore(world);
  const now = scene(world, base, { name: `judged-${Date.now()}`, chance });
  const tab = await now.openTab();
  now.calm();
  await enqueue(tab.store, {
    call: 'patientCreate',
    input: { id: world.env.newId(), lastName: 'Demo', dateOfBirth: '1950-03-14' },
  });
  await tab.sender.drain(world.clock);
  await judge(tab, now);
  now.server.effects.push(now.server.effects[0]!);
  await expect(judge(tab, now)).rejects.toThrow('expected 1 to be 2');
  await tab.store.db.delete();
  base.db.close();
});
