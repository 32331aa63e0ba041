import { beforeEach, expect, test } from 'vitest';
import type { Output } from '#contract/calls.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { REFERRAL_MOVES } from '#domain/referrals/referral.ts';
import { aPatient, procedureId, signIn, templateId, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// Referrals of patients whose record is merged, renamed or ended.

type Referred = Output<'recordRefer'>['data'];
let referrer: Caller & { token: string };
let eyes: Caller;
let admin: Caller;
const app = useTestApp(async (opened) => {
  referrer = await signIn(opened, 'referrer@demo.nhs.uk');
  eyes = await signIn(opened, 'eyes@demo.nhs.uk');
  admin = await signIn(opened, 'admin@demo.nhs.uk');
});

type Named = { id: string; recordID: string | null; lastName: string };
let own: Named;
let survivor: Named;
let nth = 0;
beforeEach(async () => {
  nth += 1;
  const letter = 'abcdefghijklmnop'[nth];
  const make = async (by: Caller, lastName: string) => (await by.call('patientCreate', aPatient({ lastName }))).data.patient;
  own = await make(referrer, `Demo-Referred${letter}`);
  survivor = await make(eyes, `Demo-Known${letter}`);
});

const refer = async (): Promise<Referred> =>
  (await referrer.call('recordRefer', { patientID: own.id, to: { speciality: 'Ophthalmology' }, question: 'Operate?' })).data;
const move = async (
  by: Caller,
  { recordID, version }: Pick<Referred, 'recordID' | 'version'>,
  what: (typeof REFERRAL_MOVES)[number],
) => (await by.call('recordReferral', { recordID, version, move: what, text: 'Demo words' })).data;
const setStatus = async (id: string, change: { status: 'DECEASED' } | { status: 'MERGED'; mergedInto: string }) => {
  const { version } = (await eyes.call('patientGetDetails', { id })).data.patient;
  await eyes.call('patientUpdateStatus', { id, version, ...change });
};
const merge = () => setStatus(own.id, { status: 'MERGED', mergedInto: survivor.id });
const chainOf = async (id: string) => (await eyes.call('recordTimeline', { id })).data.chain.ok;
const formFor = async (patientID: string, recordID: string) => ({
  patientID,
  recordID,
  formType: 'FORM_1' as const,
  templateID: await templateId(eyes),
  procedures: [{ procedureID: await procedureId(eyes), side: 'RIGHT' as const }],
});
const referralOf = async (by: Caller, id: string) => (await by.call('recordReferralGet', { id })).data.record;

test.each(['before', 'after'])(
  'merged %s it was accepted, the case moves to the record in use with its first form',
  async (when) => {
    const made = await refer();
    if (when === 'before') await merge();
    const accepted = await move(eyes, made, 'ACCEPT');
    if (when === 'after') await merge();
    const { patient, mergedFrom } = await referralOf(eyes, made.recordID);
    expect([patient.id, mergedFrom?.id]).toEqual([survivor.id, own.id]);
    const other = (await eyes.call('patientCreate', aPatient())).data.patient.id;
    expect((await eyes.refused('consentCreate', await formFor(other, made.recordID))).fields?.[0]?.path).toBe('recordID');
    const { consentID } = await eyes.call('consentCreate', await formFor(patient.id, made.recordID));
    const { record, timeline } = (await eyes.call('recordDetails', { id: made.recordID })).data;
    expect(record).toMatchObject({ currentConsentID: consentID, patient: { id: survivor.id }, mergedFrom: null });
    expect(record.version).toBeGreaterThan(accepted.version);
    expect(timeline.find(({ type }) => type === 'CASE_MOVED')?.detail).toMatchObject({
      patientID: survivor.id,
      from: own.recordID,
      into: survivor.recordID,
    });
    expect(await chainOf(made.recordID)).toBe(true);
    // An undone merge leaves the case where its form was written.
    const { version } = (await admin.call('patientGetDetails', { id: own.id })).data.patient;
    await admin.call('patientUnmerge', { id: own.id, version, reason: 'Two people' });
    expect((await referralOf(eyes, made.recordID)).patient.id).toBe(survivor.id);
    expect(await chainOf(made.recordID)).toBe(true);
  },
);

test('nobody accepts the referral of somebody deceased, and an accepted one without a form ends when it is closed', async () => {
  const made = await refer();
  await setStatus(own.id, { status: 'DECEASED' });
  const refused = await eyes.refused('recordReferral', { recordID: made.recordID, version: made.version, move: 'ACCEPT' });
  expect(refused.message).toBe(FAILURES.PATIENT_TAKES_NONE.message);
  expect(await move(eyes, made, 'CLOSE')).toMatchObject({ status: 'VOIDED', referral: { status: 'CLOSED' } });
});

test('accepted before somebody died and never written, a closed case is void; of a living patient it goes on', async () => {
  const made = await refer();
  const accepted = await move(eyes, made, 'ACCEPT');
  await setStatus(own.id, { status: 'DECEASED' });
  expect(await move(eyes, accepted, 'CLOSE')).toMatchObject({ status: 'VOIDED', referral: { status: 'CLOSED' } });
  expect(await chainOf(made.recordID)).toBe(true);
  own = (await referrer.call('patientCreate', aPatient())).data.patient;
  const living = await refer();
  const closed = await move(referrer, await move(eyes, living, 'ACCEPT'), 'CLOSE');
  expect(closed.status).toBe('DRAFT');
  await eyes.call('consentCreate', await formFor(own.id, living.recordID));
});

test('the referrer reaches the record in use, on the page and on the tablet, until the referral ends', async () => {
  const made = await refer();
  const before = await referrer.call('syncChanges', {});
  expect((await referrer.refused('patientGetDetails', { id: survivor.id })).code).toBe('NOT_FOUND');
  await merge();
  expect((await referrer.call('patientGetDetails', { id: survivor.id })).data.patient.id).toBe(survivor.id);
  const merged = await referrer.call('syncChanges', { since: before.cursor });
  expect(merged.changes.find(({ id }) => id === survivor.id)?.data).toMatchObject({ lastName: survivor.lastName });
  await move(eyes, made, 'REJECT');
  for (const { id } of [own, survivor]) expect((await referrer.refused('patientGetDetails', { id })).code).toBe('NOT_FOUND');
  const ended = await referrer.call('syncChanges', { since: merged.cursor });
  for (const { id } of [own, survivor]) expect(ended.changes.find((each) => each.id === id)?.data, id).toBeNull();
});

test('a case that moved takes its referrer along, and leaves nothing behind when the referral is closed', async () => {
  const made = await refer();
  await merge();
  await move(eyes, made, 'ACCEPT');
  await eyes.call('consentCreate', await formFor(survivor.id, made.recordID));
  expect((await referrer.call('patientGetDetails', { id: survivor.id })).data.records).toHaveLength(1);
  const before = await referrer.call('syncChanges', {});
  const { record } = (await eyes.call('recordDetails', { id: made.recordID })).data;
  await move(eyes, record, 'CLOSE');
  for (const { id } of [own, survivor]) expect((await referrer.refused('patientGetDetails', { id })).code).toBe('NOT_FOUND');
  const { changes } = await referrer.call('syncChanges', { since: before.cursor });
  expect(changes.find(({ id }) => id === survivor.id)?.data).toBeNull();
});

test('an ended referral tells its referrer nothing of what comes after: no name, death, merge, number or time', async () => {
  const made = await refer();
  const accepted = await move(eyes, made, 'ACCEPT');
  const ended = await move(referrer, accepted, 'CLOSE');
  const { recordID } = made;
  expect(ended).toMatchObject({ version: accepted.version + 1, patient: { lastName: own.lastName, status: 'ACTIVE' } });
  app.clock.advance(60_000);
  await eyes.call('consentCreate', await formFor(own.id, recordID));
  const { version } = (await eyes.call('patientGetDetails', { id: own.id })).data.patient;
  await eyes.call('patientUpdate', { id: own.id, version, lastName: 'Demo-Renamed' });
  const inList = async () =>
    (await referrer.call('recordGet', { referral: 'MINE', limit: 100 })).data.records.find((each) => each.recordID === recordID);
  expect(await referralOf(referrer, recordID)).toEqual(ended);
  await setStatus(own.id, { status: 'DECEASED' });
  expect(await referralOf(referrer, recordID)).toEqual(ended);
  await merge();
  expect(await referralOf(referrer, recordID)).toEqual(ended);
  expect(await inList()).toEqual(ended);
  const headers = { authorization: `Bearer ${referrer.token}` };
  const file = (await app.ask({ method: 'GET', url: '/api/export/referrals?format=CSV', headers })).text;
  const line = file.split('\n').find((each) => each.includes(recordID));
  expect(line).toContain(own.lastName);
  for (const later of ['Demo-Renamed', survivor.lastName, survivor.id]) expect(line).not.toContain(later);
  // Staff of the hospital see the record in use.
  expect((await referralOf(eyes, recordID)).patient.id).toBe(survivor.id);
});
