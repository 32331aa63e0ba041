import { beforeEach, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/base/limits.ts';
import { DELETION_WAIT, needsSecondPerson, RETENTION_DEFAULTS } from '#domain/organisation/retention.ts';
import { renewDataEpoch } from '#server/data/backup/data-epoch.ts';
import { deleteApproved } from '#server/work/retention/delete-approved.ts';
import { proposeDue } from '#server/work/retention/propose-due.ts';
import { aPatient, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson, roleId } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const FIRST = 'admin@demo.nhs.uk';
let addresses: string[] = [];
const app = useTestApp(async (opened) => {
  addresses = [(await addPerson(opened, { role: 'ADMIN' })).email, (await addPerson(opened, { role: 'ADMIN' })).email];
});

let first: Caller;
let second: Caller;
let third: Caller;
beforeEach(signAllIn);
async function signAllIn(): Promise<void> {
  first = await signIn(app, FIRST);
  second = await signIn(app, addresses[0]);
  third = await signIn(app, addresses[1]);
}

const proposalOf = async (id: string) =>
  (await first.call('retentionProposals', { limit: 100 })).data.records.find((each) => each.id === id);
const mailed = async (kind: 'DELETION_CONFIRMED' | 'DELETION_APPROVED' | 'RETENTION_ASKED') =>
  (await app.database.db.selectFrom('mails').selectAll().where('kind', '=', kind).execute()).map(({ address }) => address);
const deleteAll = async () => {
  while (await deleteApproved(app.deps));
};

/** A record whose deletion two people have decided on. */
async function approved() {
  const staff = await signIn(app);
  const { patient } = (await staff.call('patientCreate', aPatient({ dateOfBirth: '1950-03-14' }))).data;
  const { version: rules, asked: _, ...before } = (await first.call('retentionGet', {})).data;
  await first.call('retentionUpdate', { ...before, isOn: true, version: rules });
  app.clock.advance(9 * 366 * DAY);
  while (await proposeDue(app.deps));
  await signAllIn();
  const { id } = patient;
  const confirmed = (await first.call('retentionConfirm', { id, version: (await proposalOf(id))?.version ?? 0 })).data;
  const { data } = await second.call('retentionApprove', { id, version: confirmed.version });
  return { id, version: data.version, deletedFrom: data.approved?.deletedFrom, patient };
}

test('an approved deletion waits for 72 hours, each administrator is told at both acts, and the database loses the record only then', async () => {
  const { id, deletedFrom, patient } = await approved();
  expect(deletedFrom).toBe(new Date(app.clock.now() + DELETION_WAIT).toISOString());
  for (const kind of ['DELETION_CONFIRMED', 'DELETION_APPROVED'] as const)
    expect((await mailed(kind)).toSorted()).toEqual([FIRST, ...addresses].toSorted());
  const bodies = JSON.stringify(await app.database.db.selectFrom('mails').select(['subject', 'body']).execute());
  for (const secret of [patient.lastName, patient.recordID ?? 'none', patient.dateOfBirth]) expect(bodies).not.toContain(secret);
  app.clock.advance(DELETION_WAIT - MINUTE);
  await deleteAll();
  await signAllIn();
  expect(await proposalOf(id)).toMatchObject({ state: 'APPROVED' });
  app.clock.advance(MINUTE);
  await deleteAll();
  await signAllIn();
  expect(await proposalOf(id)).toBeUndefined();
  expect((await first.call('retentionCertificates', {})).data.records[0]).toMatchObject({ why: 'ADULT' });
});

test('each administrator stops an approved deletion, and so does a hold or new work with the patient', async () => {
  const kept = await approved();
  await third.call('retentionKeep', { id: kept.id, version: kept.version, reason: 'A claim is expected' });
  const held = await approved();
  await third.call('retentionHold', { patient: held.patient.recordID ?? '', reason: 'A claim' });
  const used = await approved();
  const staff = await signIn(app);
  await staff.call('patientUpdate', { id: used.id, version: used.patient.version, sex: 'FEMALE' });
  app.clock.advance(DELETION_WAIT);
  await deleteAll();
  const { rows } = { rows: await app.database.db.selectFrom('patients').select('id').execute() };
  for (const { id } of [kept, held, used]) expect(rows.map((row) => row.id)).toContain(id);
});

test('a restored backup deletes nothing by an approval of before: somebody may have stopped it since', async () => {
  const { id } = await approved();
  await renewDataEpoch(app.database.db, app.deps.newId());
  app.clock.advance(DELETION_WAIT);
  await deleteAll();
  await signAllIn();
  const left = await proposalOf(id);
  expect(left).toMatchObject({ state: 'CONFIRMED', approved: null });
  const { approved: again } = (await second.call('retentionApprove', { id, version: left?.version ?? 0 })).data;
  expect(again?.deletedFrom).toBe(new Date(app.clock.now() + DELETION_WAIT).toISOString());
});

test('times below the code of practice, and the end of a hold, need two people of their own', async () => {
  // They have had the right for long enough.
  app.clock.advance(8 * DAY);
  await signAllIn();
  const { version, asked: _, ...rules } = (await first.call('retentionGet', {})).data;
  const shorter = { ...rules, adultYears: 1 };
  const asked = (await first.call('retentionUpdate', { ...shorter, version })).data;
  expect(asked).toMatchObject({ adultYears: rules.adultYears, asked: { adultYears: 1, isMine: true } });
  expect(await mailed('RETENTION_ASKED')).toContain(addresses[0]);
  const at = { ...shorter, version: asked.version };
  expect((await first.refused('retentionUpdate', at)).code).toBe('ANOTHER_PERSON');
  const made = await addPerson(app, { role: 'READ_ONLY' });
  await first.call('userAuthorise', {
    email: made.email,
    status: 'ACTIVE',
    roleID: await roleId(first, 'ADMIN'),
    expiryDate: '2099-01-01',
  });
  expect((await (await signIn(app, made.email)).refused('retentionUpdate', at)).code).toBe('ANOTHER_PERSON');
  expect((await second.call('retentionUpdate', at)).data).toMatchObject({ adultYears: 1, asked: null });
  // Longer times are nobody's risk.
  const longer = (await first.call('retentionGet', {})).data;
  await first.call('retentionUpdate', { ...rules, version: longer.version });

  const { patient } = (await (await signIn(app)).call('patientCreate', aPatient())).data;
  const { data: hold } = await first.call('retentionHold', { patient: patient.recordID ?? '', reason: 'A claim' });
  const blank = { method: 'POST', url: '/api/retention/lift', payload: { id: hold.id, reason: '\u200B\u2060' } } as const;
  expect((await app.ask({ ...blank, headers: { authorization: `Bearer ${first.token ?? ''}` } })).status).toBe(400);
  const wanted = (await first.call('retentionLift', { id: hold.id, reason: 'It ended' })).data;
  expect(wanted).toMatchObject({ lifted: null, liftAsked: { reason: 'It ended', isMine: true } });
  expect((await first.refused('retentionLift', { id: hold.id, reason: 'It ended' })).code).toBe('ANOTHER_PERSON');
  expect((await (await signIn(app, made.email)).refused('retentionLift', { id: hold.id, reason: 'Yes' })).code).toBe(
    'ANOTHER_PERSON',
  );
  expect((await second.call('retentionLift', { id: hold.id, reason: 'Yes, it ended' })).data.lifted).toMatchObject({
    reason: 'Yes, it ended',
  });
});

test('what is shorter than before and than the code of practice needs two, each time by itself', () => {
  const code = { ...RETENTION_DEFAULTS };
  const longer = { adultYears: 20, deathYears: 20, childAge: 30 };
  expect(needsSecondPerson(longer, code)).toBe(false);
  expect(needsSecondPerson(code, longer)).toBe(false);
  for (const time of ['adultYears', 'deathYears', 'childAge'] as const) {
    const less = { ...code, [time]: code[time] - 1 };
    expect(needsSecondPerson(code, less)).toBe(true);
    expect(needsSecondPerson(longer, less)).toBe(true);
    expect(needsSecondPerson(less, less)).toBe(false);
    expect(needsSecondPerson(less, code)).toBe(false);
  }
});
