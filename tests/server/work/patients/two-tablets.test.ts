import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { readExtract } from '#store/outbox/answer-extract.ts';
import type { Store } from '#store/session/store.ts';
import { createPatient } from '#tests/store/app-calls.ts';
import { senderOf } from '#tests/store/sender-setup.ts';
import { demoPerson, openDemoStore, openWorld } from '#tests/store/world.ts';
import { rowsOfPart } from '#tests/support/checks/full.ts';
import { aPatient, signIn, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const PEOPLE = ['clinician@demo.nhs.uk', 'bch@demo.nhs.uk'] as const;
const app = useTestApp(async () => undefined);

type Fields = Partial<Input<'patientCreate'>>;
let nth = 0;
/** One person as two wards without a network enter them. */
const KINDS: readonly { kind: string; fields: () => readonly [Fields, Fields] }[] = [
  { kind: 'NHS_NUMBER', fields: () => [{ nhsNumber: testNhsNumber(800 + nth) }, { nhsNumber: testNhsNumber(800 + nth) }] },
  { kind: 'HOSPITAL_NUMBER', fields: () => [{ hospitalNumber: `TW-${nth}77` }, { hospitalNumber: `tw${nth}77` }] },
  {
    kind: 'NAME_AND_BIRTH',
    fields: () => [
      { lastName: `O’Demo-${nth}`, dateOfBirth: '1961-05-04' },
      { lastName: `Odemo ${nth}`, dateOfBirth: '1961-05-04' },
    ],
  },
];
const CASES = KINDS.flatMap((each) =>
  [0, 1].flatMap((first) => ['none', 'before it sends', 'after it has sent'].map((kill) => ({ ...each, first, kill }))),
);

/** The tablet of a ward, whose tab can be killed: what is in memory goes, and its databases stay. */
async function tablet(email: string) {
  const world = openWorld();
  world.clock.now = app.clock.now();
  const staff = await signIn(app, email);
  const { user } = await staff.call('userMe', {});
  const deviceId = randomUUID();
  const { share } = await staff.call('userDevice', { deviceId, name: 'Demo tablet', unsent: 0 });
  const person = demoPerson({ userId: user._id, email, organisationId: user.organisation[0]!._id, share });
  let isCut = false;
  const network: typeof fetch = async (...request) => {
    const answer = await app.wire().fetch(...request);
    if (isCut) throw new TypeError('Failed to fetch');
    return answer;
  };
  const open = async () => {
    const store: Store = { ...(await openDemoStore(world, person)), deviceId };
    const sender = await senderOf(store, { network: () => network });
    sender.session = staff.token;
    return { store, sender };
  };
  let tab = await open();
  return {
    staff,
    world,
    create: (fields: Fields) => createPatient(tab.store, aPatient(fields)),
    send: () => tab.sender.drain(world.clock),
    /** one request, whose answer the tab does not live to see */
    sendUnseen: async () => {
      isCut = true;
      await tab.sender.pass(true);
      isCut = false;
    },
    kill: async () => {
      tab.store.db.close();
      // The lease of the tab that is gone runs out.
      world.clock.now += 60_000;
      tab = await open();
    },
    waiting: () => tab.store.db.ops.count(),
    /** the records that "To send" says look like those that were sent */
    alikeInReceipts: async () => {
      const found = [];
      for (const row of await tab.store.db.sent.toArray())
        found.push(...((await readExtract(tab.store, row, 'patientCreate'))?.possibleDuplicates ?? []));
      return found.map(({ reason, patient }) => [reason, patient.id]);
    },
  };
}

const alikeOf = async (staff: Caller, id: string) =>
  ((await staff.call('patientGetDetails', { id })).data.alike ?? []).map(({ reason, patient }) => [reason, patient.id]);

test.each(rowsOfPart(CASES, 4))(
  'two tablets that made one person are asked about it on both pages: $kind, tablet $first first, a kill $kill',
  async ({ kind, fields, first, kill }) => {
    nth += 1;
    const both = [await tablet(PEOPLE[0]), await tablet(PEOPLE[1])] as const;
    const entered = fields();
    const ids = [await both[0].create(entered[0]), await both[1].create(entered[1])] as const;
    const [early, late] = first === 0 ? both : [both[1], both[0]];
    await early.send();
    if (kill === 'before it sends') await late.kill();
    if (kill === 'after it has sent') {
      await late.sendUnseen();
      await late.kill();
    }
    await late.send();
    expect([await early.waiting(), await late.waiting()]).toEqual([0, 0]);
    const lateId = first === 0 ? ids[1] : ids[0];
    const earlyId = first === 0 ? ids[0] : ids[1];
    for (const { staff } of both) {
      expect(await alikeOf(staff, earlyId)).toEqual([[kind, lateId]]);
      expect(await alikeOf(staff, lateId)).toEqual([[kind, earlyId]]);
    }
    // The tablet that came second says so beside what it has sent, also where another tab took the answer.
    expect(await late.alikeInReceipts()).toEqual([[kind, earlyId]]);
    expect(await early.alikeInReceipts()).toEqual([]);
  },
);
