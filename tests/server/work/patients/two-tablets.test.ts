import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { readExtract } from '#store/outbox/answer-extract.ts';
import type { Store } from '#store/session/store.ts';
import { createPatient } from '#tests/store/app-calls.ts';
import { rowsOfPart } from '#tests/support/checks/full.ts';
import { aPatient, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import { killableTablet } from '#tests/support/tablet/killable-tablet.ts';
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

/** The records that "To send" says look like those that were sent. */
async function alikeInReceipts(store: Store) {
  const found = [];
  for (const row of await store.db.sent.toArray())
    found.push(...((await readExtract(store, row, 'patientCreate'))?.possibleDuplicates ?? []));
  return found.map(({ reason, patient }) => [reason, patient.id]);
}

const alikeOf = async (staff: Caller, id: string) =>
  ((await staff.call('patientGetDetails', { id })).data.alike ?? []).map(({ reason, patient }) => [reason, patient.id]);

test.each(rowsOfPart(CASES, 4))(
  'two tablets that made one person are asked about it on both pages: $kind, tablet $first first, a kill $kill',
  async ({ kind, fields, first, kill }) => {
    nth += 1;
    const both = [await killableTablet(app, PEOPLE[0]), await killableTablet(app, PEOPLE[1])] as const;
    const entered = fields();
    const create = (at: 0 | 1) => createPatient(both[at].store(), aPatient(entered[at]));
    const ids = [await create(0), await create(1)] as const;
    const [early, late] = first === 0 ? both : [both[1], both[0]];
    await early.drain();
    if (kill === 'before it sends') await late.kill();
    if (kill === 'after it has sent') {
      await late.pass('answer lost');
      await late.kill();
    }
    await late.drain();
    for (const { store } of both) expect(await store().db.ops.count()).toBe(0);
    const lateId = first === 0 ? ids[1] : ids[0];
    const earlyId = first === 0 ? ids[0] : ids[1];
    for (const { staff } of both) {
      expect(await alikeOf(staff, earlyId)).toEqual([[kind, lateId]]);
      expect(await alikeOf(staff, lateId)).toEqual([[kind, earlyId]]);
    }
    // The tablet that came second says so beside what it has sent, also where another tab took the answer.
    expect(await alikeInReceipts(late.store())).toEqual([[kind, earlyId]]);
    expect(await alikeInReceipts(early.store())).toEqual([]);
  },
);
