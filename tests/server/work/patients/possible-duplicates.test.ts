import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { aPatient, signIn, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller;
let reader: Caller;
useTestApp(async (opened) => {
  staff = await signIn(opened);
  reader = await signIn(opened, 'reader@demo.nhs.uk');
});

const CONTACT = { phoneNumber: '01632 960777', address: '7 Canary Street', emailAddress: 'canary@example.test' };
let nth = 0;
let unique = '';
beforeEach(() => {
  nth += 1;
  unique = randomUUID().slice(0, 8);
});

const create = async (fields: Partial<Input<'patientCreate'>>) =>
  (await staff.call('patientCreate', { ...aPatient(), ...CONTACT, ...fields })).data.patient;
const alikeOf = async (id: string, caller: Caller = staff) => (await caller.call('patientGetDetails', { id })).data.alike ?? [];
const idsOf = async (id: string) => (await alikeOf(id)).map(({ patient }) => patient.id);
const kindsOf = async (id: string) => (await staff.call('patientHistory', { id })).data.records.map(({ kind }) => kind);
const REASON = { reason: 'Twins, both seen today' };

/** Two records of one person as two tablets without a network enter them. */
const KINDS: readonly (readonly [string, () => readonly [Partial<Input<'patientCreate'>>, Partial<Input<'patientCreate'>>]])[] = [
  ['NHS_NUMBER', () => [{ nhsNumber: testNhsNumber(700 + nth) }, { nhsNumber: testNhsNumber(700 + nth) }]],
  ['HOSPITAL_NUMBER', () => [{ hospitalNumber: `HK-${unique}` }, { hospitalNumber: `hk${unique}` }]],
  [
    'NAME_AND_BIRTH',
    () => [
      { lastName: `O’Demo-${unique}`, dateOfBirth: '1961-05-04' },
      { lastName: `ODemo ${unique}`, dateOfBirth: '1961-05-04' },
    ],
  ],
];

test.each(KINDS)('two records alike by %s ask on both pages, without contact details, whoever looks', async (reason, fields) => {
  const [first, second] = fields();
  const [one, other] = [await create(first), await create(second)];
  for (const caller of [staff, reader])
    for (const [own, alike] of [
      [one, other],
      [other, one],
    ] as const) {
      const found = await alikeOf(own.id, caller);
      expect(found).toMatchObject([{ reason, patient: { id: alike.id, lastName: alike.lastName, recordID: alike.recordID } }]);
      expect(JSON.stringify(found)).not.toMatch(/canary|01632/i);
    }
});

test('once somebody says that they are two people neither page asks, and both histories say who and why, once', async () => {
  const [first, second] = KINDS[2]![1]();
  const [one, other] = [await create(first), await create(second)];
  for (const _ of [1, 2]) await staff.call('patientAnother', { id: one.id, otherId: other.id, ...REASON });
  await staff.call('patientAnother', { id: other.id, otherId: one.id, ...REASON });
  expect([await idsOf(one.id), await idsOf(other.id)]).toEqual([[], []]);
  for (const [own, alike] of [
    [one, other],
    [other, one],
  ] as const) {
    expect(await kindsOf(own.id)).toEqual(['ANOTHER_PERSON', 'CREATED']);
    const { data } = await staff.call('patientHistory', { id: own.id });
    expect(data).toMatchObject({ isIntact: true, records: [{ ...REASON, otherId: alike.id, recordID: alike.recordID }, {}] });
  }
  // A third one is asked about again, and of the first two only the third.
  const third = await create(first);
  expect(await idsOf(one.id)).toEqual([third.id]);
  expect(new Set(await idsOf(third.id))).toEqual(new Set([one.id, other.id]));
});

test('a merge is the other answer; what was put right asks no more', async () => {
  const [first, second] = KINDS[2]![1]();
  const [one, other, wrong] = [await create(first), await create(second), await create(first)];
  await staff.call('patientUpdate', { id: wrong.id, version: 1, dateOfBirth: '1961-05-05' });
  expect(await idsOf(wrong.id)).toEqual([]);
  await staff.call('patientUpdateStatus', { id: one.id, version: 1, status: 'MERGED', mergedInto: other.id });
  expect([await idsOf(one.id), await idsOf(other.id)]).toEqual([[], []]);
});

test('two records that do not look alike, an unknown one, and no reason are refused in words', async () => {
  const [one, other] = [await create({}), await create({})];
  const refused = await staff.refused('patientAnother', { id: one.id, otherId: other.id, ...REASON });
  expect(refused.fields).toEqual([{ path: 'otherId', message: 'These two records do not look alike any more.' }]);
  expect((await staff.refused('patientAnother', { id: one.id, otherId: randomUUID(), ...REASON })).status).toBe(404);
  await expect(staff.call('patientAnother', { id: one.id, otherId: other.id, reason: '\u200b' })).rejects.toThrow('not right');
  expect((await reader.refused('patientAnother', { id: one.id, otherId: other.id, ...REASON })).status).toBe(403);
  expect(await kindsOf(one.id)).toEqual(['CREATED']);
});
