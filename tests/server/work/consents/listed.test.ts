import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import type { ListedCase } from '#contract/shapes/record-summary.ts';
import { DAY } from '#domain/base/limits.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { json } from '#server/data/json.ts';
import {
  aPatient,
  draft,
  handOver,
  inked,
  sent,
  signAll,
  signed,
  signIn,
  typed,
  type Caller,
} from '#tests/support/forms/builders.ts';
import { ANSWERED_CHOICES } from '#tests/support/forms/answered-choices.ts';
import { snapshotOf } from '#tests/support/tablet/snapshot.ts';
import { copyPatient } from '#tests/support/server/many-rows.ts';
import { kept, pull, sendEnvelope, TOLD_TWICE, type Changes } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const dayIn = (days: number) => localDate(app.clock.now() + days * DAY, app.deps.settings.timeZone);
const on = (date: string) => ({ date, theatre: 'Theatre 2', listType: 'THEATRE' as const });
const listings = (changes: Changes) => changes.filter((change) => change.entity === 'listed');
const toldOf = (changes: Changes, recordID: string) => listings(changes).find(({ id }) => id === recordID);
const versionOf = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data.record.version;
/** Lists a case as it stands now. */
const list = async (recordID: string, listed: Input<'recordUpdate'>['listed'], by: Caller = staff) =>
  by.call('recordUpdate', { recordID, version: await versionOf(recordID), listed });
const refusedToList = async (recordID: string, listed: Input<'recordUpdate'>['listed']) =>
  (await staff.refused('recordUpdate', { recordID, version: await versionOf(recordID), listed })).message;

test('a case is listed, changed and taken off; its record and its timeline say so', async () => {
  const { recordID } = await draft(staff);
  expect((await staff.call('recordDetails', { id: recordID })).data.record).toMatchObject({ version: 1, listed: null });
  const listed = await staff.call('recordUpdate', { recordID, version: 1, listed: on(dayIn(1)) });
  expect(listed).toMatchObject({ message: 'Listed for surgery', data: { recordID, version: 2, listed: on(dayIn(1)) } });
  const clinic = { date: dayIn(3), theatre: null, listType: 'CLINIC' as const };
  await staff.call('recordUpdate', { recordID, version: 2, listed: clinic });
  expect((await staff.call('recordDetails', { id: recordID })).data.record).toMatchObject({ version: 3, listed: clinic });
  const off = await staff.call('recordUpdate', { recordID, version: 3, listed: null });
  expect(off).toMatchObject({ message: 'Taken off the list', data: { version: 4, listed: null } });
  const events = (await staff.call('recordTimeline', { id: recordID })).data.events.slice(-3);
  expect(events.map(({ type, detail }) => [type, detail])).toEqual([
    ['LISTED', on(dayIn(1))],
    ['LISTED', clinic],
    ['UNLISTED', clinic],
  ]);
});

test('a listing that says what is known already writes nothing at all', async () => {
  const { recordID } = await draft(staff);
  const except = ['sessions', 'throttles', 'idempotency', 'entity_ops'];
  for (const listed of [null, on(dayIn(1))]) {
    const { version } = (await list(recordID, listed)).data;
    const before = await snapshotOf(app.database.db, { except });
    expect((await list(recordID, listed)).data).toMatchObject({ version, listed });
    expect(await snapshotOf(app.database.db, { except })).toEqual(before);
  }
});

test('whoever did not see the case as it stands is told how it does, also where they say the same; nothing is written', async () => {
  const { recordID, consentID, version } = await draft(staff);
  await staff.call('recordUpdate', { recordID, version: 1, listed: on(dayIn(1)) });
  await staff.call('consentUpdate', { consentID, version, mattersToMe: 'Reading' });
  for (const listed of [on(dayIn(2)), on(dayIn(1)), null]) {
    const { status, code, data } = await staff.refused('recordUpdate', { recordID, version: 2, listed });
    expect([status, code]).toEqual([409, 'VERSION_CONFLICT']);
    expect(data).toEqual({ state: 'VERSION_CONFLICT', current: toldOf((await pull(staff)).changes, recordID)?.data });
    expect(data).toMatchObject({ current: { recordID, version: 3, listed: on(dayIn(1)), listedBy: 'Demo Clinician' } });
  }
});

test('the form’s version does not move: what was made on it before the listing is taken', async () => {
  const { recordID, consentID, version } = await draft(staff);
  await list(recordID, on(dayIn(1)));
  const edited = await staff.call('consentUpdate', { consentID, version, mattersToMe: 'Reading' });
  await list(recordID, on(dayIn(2)));
  const out = (await staff.call('consentSend', { consentID, version: edited.version, channel: 'DEVICE' })).data;
  const patient = await handOver(app, staff, { consentID });
  await list(recordID, on(dayIn(3)));
  expect((await patient.call('recordSign', inked(patient.details))).data.status).toBe('PARTIALLY_SIGNED');
  await list(recordID, null);
  const [last] = await sendEnvelope(app, staff, [kept('recordSign', typed(out))]);
  expect(last).toMatchObject({ status: 200, body: { data: { status: 'SIGNED', version: out.version + 2 } } });
});

test('an unknown case, another organisation’s or a deleted one is not found', async () => {
  const { recordID } = await draft(staff);
  const input = { version: 1, listed: on(dayIn(1)) };
  expect((await staff.refused('recordUpdate', { recordID: randomUUID(), ...input })).code).toBe('NOT_FOUND');
  const stranger = await signIn(app, 'admin@second.nhs.uk');
  expect((await stranger.refused('recordUpdate', { recordID, ...input })).code).toBe('NOT_FOUND');
  expect(toldOf((await pull(stranger)).changes, recordID)).toBeUndefined();
  await staff.call('recordDelete', { id: recordID });
  expect((await staff.refused('recordUpdate', { recordID, ...input })).code).toBe('NOT_FOUND');
});

const ENDED = /^This form was (withdrawn on \d+ \w+\. Start a new version|recorded in error\. Start another form)\.$/;

test('what was withdrawn or voided is listed no more, and can still be taken off', async () => {
  const [done, open] = [await signed(app, staff), await draft(staff)];
  for (const { recordID } of [done, open]) await list(recordID, on(dayIn(1)));
  await staff.call('recordWithdraw', { consentID: done.consentID });
  await staff.call('recordVoid', { consentID: open.consentID, reason: 'Another operation' });
  for (const { recordID } of [done, open]) {
    for (const listed of [on(dayIn(1)), on(dayIn(2))]) expect(await refusedToList(recordID, listed)).toMatch(ENDED);
    expect((await list(recordID, null)).data.listed).toBeNull();
    expect(await refusedToList(recordID, on(dayIn(1)))).toMatch(ENDED);
  }
});

test.each(['DECEASED', 'MERGED'] as const)(
  'a case of a patient who is %s is listed no more, and can still be taken off',
  async (status) => {
    const { patient: into } = (await staff.call('patientCreate', aPatient())).data;
    const { recordID, data } = await draft(staff);
    await list(recordID, on(dayIn(1)));
    const mergedInto = status === 'MERGED' ? into.id : null;
    await staff.call('patientUpdateStatus', { id: data.patientID, version: 1, status, mergedInto });
    for (const listed of [on(dayIn(1)), on(dayIn(2))])
      expect(await refusedToList(recordID, listed)).toBe(FAILURES.PATIENT_NOT_LISTED.message);
    expect((await list(recordID, null)).data.listed).toBeNull();
  },
);

test('in an envelope a listing follows the case that it is about, once, and knows the version that an earlier listing made', async () => {
  const { data } = await staff.call('patientCreate', aPatient());
  const [recordID, consentID] = [randomUUID(), randomUUID()];
  const make = kept('consentCreate', { recordID, consentID, patientID: data.patient.id, formType: 'FORM_1' });
  const first = kept('recordUpdate', { recordID, version: 1, listed: on(dayIn(1)) });
  const second = kept('recordUpdate', { recordID, version: { after: first.key }, listed: on(dayIn(2)) });
  for (const isReplay of [false, true])
    expect((await sendEnvelope(app, staff, [make, first, second])).map((result) => [result.status, result.isReplay])).toEqual([
      [200, isReplay],
      [200, isReplay],
      [200, isReplay],
    ]);
  const events = (await staff.call('recordTimeline', { id: recordID })).data.events;
  expect(events.filter(({ type }) => type === 'LISTED')).toHaveLength(2);
  const op = await app.database.db.selectFrom('entity_ops').selectAll().where('op_id', '=', second.key).executeTakeFirstOrThrow();
  expect(op).toMatchObject({ entity: 'case', entity_id: recordID, version: 3 });
});

test('a case that could not be made is not listed, and a listing that is refused holds back no form', async () => {
  const recordID = randomUUID();
  const lost = kept('consentCreate', { recordID, patientID: randomUUID(), formType: 'FORM_1' });
  const behind = kept('recordUpdate', { recordID, version: 1, listed: on(dayIn(1)) });
  expect((await sendEnvelope(app, staff, [lost, behind])).map(({ body }) => body.error)).toEqual(['NOT_FOUND', 'IN_PROGRESS']);
  const form = await draft(staff);
  const stale = kept('recordUpdate', { recordID: form.recordID, version: 9, listed: on(dayIn(1)) });
  const next = kept('recordUpdate', { recordID: form.recordID, version: { after: stale.key }, listed: on(dayIn(2)) });
  const edit = kept('consentUpdate', { consentID: form.consentID, version: form.version, mattersToMe: 'Reading' });
  expect((await sendEnvelope(app, staff, [stale, next, edit])).map(({ status, body }) => [status, body.error])).toEqual([
    [409, 'VERSION_CONFLICT'],
    [409, 'IN_PROGRESS'],
    [200, undefined],
  ]);
});

test('a tablet is told how each of its person’s own cases is listed, by whom, and no colleague’s', async () => {
  const [{ recordID, patientID }, unlisted] = [await sent(staff), await draft(staff)];
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  const theirs = await draft(colleague);
  await list(theirs.recordID, on(dayIn(1)));
  const { data: record } = await list(recordID, on(dayIn(0)), colleague);
  const { changes } = await pull(staff);
  const { user } = await colleague.call('userMe', {});
  expect(toldOf(changes, recordID)).toEqual({
    entity: 'listed',
    id: recordID,
    version: record.version,
    data: {
      recordID,
      caseNumber: record.caseNumber,
      patientID,
      currentConsentID: record.currentConsentID,
      inForceConsentID: null,
      listed: on(dayIn(0)),
      listedBy: `${user.firstName} ${user.lastName}`,
      listedAt: record.updatedAt,
      clinicianID: null,
      operatorName: '',
      light: 'AMBER',
      reason: 'Nobody has signed yet',
      ended: null,
      version: record.version,
    },
  });
  expect(toldOf(changes, unlisted.recordID)?.data).toMatchObject({ listed: null, listedBy: null, listedAt: null, version: 1 });
  expect(toldOf(changes, theirs.recordID)).toBeUndefined();
  expect(toldOf((await pull(colleague)).changes, recordID)).toBeUndefined();
  for (const { entity, data: form } of changes)
    if (entity === 'consent' && form !== null) expect(toldOf(changes, form.recordID)?.data).not.toBeNull();
});

test('the light is told again whenever it changes', async () => {
  const { recordID, consentID, version, data: form } = await draft(staff, { additionalChoices: ANSWERED_CHOICES });
  const { patientID } = form;
  let { cursor } = await pull(staff);
  const tells = async (light: ListedCase['light'], reason: string) => {
    app.clock.advance(TOLD_TWICE);
    const next = await pull(staff, cursor);
    cursor = next.cursor;
    app.clock.advance(TOLD_TWICE);
    expect(toldOf(next.changes, recordID)?.data).toMatchObject({ light, reason });
  };
  await list(recordID, on(dayIn(1)));
  await tells('RED', 'No consent yet');
  const out = (await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data;
  await tells('AMBER', 'Nobody has signed yet');
  const patient = await handOver(app, staff, { consentID });
  await patient.call('recordSign', inked(patient.details));
  await tells('AMBER', 'Not everybody has signed yet');
  await staff.call('recordSign', typed(out));
  await tells('AMBER', 'Signed, not sealed yet');
  await app.doJobs();
  await tells('GREEN', 'Signed and sealed');
  const question = (await patient.call('recordQuestion', { consentID, text: 'How long will it take?' })).data;
  await tells('AMBER', 'Signed, but a question is open');
  await staff.call('recordAnswer', { id: question.id, answer: 'An hour' });
  await tells('GREEN', 'Signed and sealed');
  const patientVersion = (await staff.call('patientGetDetails', { id: patientID })).data.patient.version;
  await staff.call('patientUpdateStatus', { id: patientID, version: patientVersion, status: 'DECEASED' });
  await tells('RED', 'The patient is recorded as deceased');
  await staff.call('patientUpdateStatus', { id: patientID, version: patientVersion + 1, status: 'ACTIVE' });
  await tells('GREEN', 'Signed and sealed');
  staff = await signIn(app);
  const newer = await staff.call('recordReopen', { id: recordID, reason: 'Another side' });
  await tells('AMBER', 'Signed, but a newer version is open');
  const edited = await staff.call('consentUpdate', {
    consentID: newer.consentID,
    version: newer.data.version,
    clinicianStatement: { discussed: true, capacity: true },
  });
  await staff.call('consentSend', { consentID: newer.consentID, version: edited.version, channel: 'DEVICE' });
  const again = await handOver(app, staff, { consentID: newer.consentID });
  await again.call('recordDecline', { consentID: newer.consentID, reason: 'No' });
  await tells('RED', 'The patient does not agree');
  await staff.call('recordVoid', { consentID: newer.consentID, reason: 'Back to the first' });
  await tells('GREEN', 'Signed and sealed');
  await staff.call('recordWithdraw', { consentID });
  await tells('RED', 'The consent is withdrawn');
  await list(recordID, null);
  app.clock.advance(TOLD_TWICE);
  expect(toldOf((await pull(staff, cursor)).changes, recordID)?.data).toMatchObject({ listed: null, light: 'RED' });
  staff = await signIn(app);
});

test('what was deleted is told as gone to whoever had it, and never to a new tablet; what is listed in the past stays', async () => {
  const [gone, past] = [await draft(staff), await draft(staff)];
  for (const { recordID } of [gone, past]) await list(recordID, on(dayIn(1)));
  app.clock.advance(TOLD_TWICE);
  const { changes, cursor } = await pull(staff);
  for (const { recordID } of [gone, past]) expect(toldOf(changes, recordID)?.data).not.toBeNull();
  app.clock.advance(TOLD_TWICE);
  await list(past.recordID, on(dayIn(-1)));
  await staff.call('recordDelete', { id: gone.recordID });
  const { changes: later } = await pull(staff, cursor);
  expect(toldOf(later, gone.recordID)).toMatchObject({ data: null });
  expect(toldOf(later, past.recordID)).toMatchObject({ data: { listed: on(dayIn(-1)) } });
  const { changes: fresh } = await pull(staff);
  expect(toldOf(fresh, gone.recordID)).toBeUndefined();
  expect(toldOf(fresh, past.recordID)).toBeDefined();
});

test('many listed cases come in pages, each once', async () => {
  app.clock.advance(TOLD_TWICE);
  const before = await pull(staff);
  const made = [];
  for (let at = 0; at < 20; at += 1) made.push((await draft(staff)).recordID);
  for (const recordID of made) await staff.call('recordUpdate', { recordID, version: 1, listed: on(dayIn(2)) }, randomUUID());
  // All at one moment: the place in the pages is by entity and id as well.
  const moment = new Date(app.clock.now()).toISOString();
  await app.database.db.updateTable('cases').set({ updated_at: moment }).where('id', 'in', made).execute();
  // So many patients of the same moment that the listings come on several pages.
  const { patient_id: patientId } = await app.database.db
    .selectFrom('cases')
    .select('patient_id')
    .where('id', '=', made[0]!)
    .executeTakeFirstOrThrow();
  await copyPatient(app.database.db, patientId, { times: 400, updatedAt: moment });
  const { changes, pages } = await pull(staff, before.cursor);
  expect(pages).toBeGreaterThanOrEqual(2);
  const told = listings(changes).map(({ id }) => id);
  expect(new Set(told).size).toBe(told.length);
  expect(told).toEqual(expect.arrayContaining(made));
});

test('a case that is listed stays on a new tablet with its form and its patient, however long ago it was signed', async () => {
  const [listed, over] = [await sent(staff), await sent(staff)];
  for (const version of [listed, over]) await signAll(app, staff, version);
  await list(listed.recordID, on(dayIn(60)));
  await list(over.recordID, on(dayIn(20)));
  app.clock.advance(40 * DAY);
  staff = await signIn(app);
  const ids = (await pull(staff)).changes.map(({ entity, id }) => `${entity} ${id}`);
  const all = ({ recordID, consentID, patientID }: typeof listed) => [
    `listed ${recordID}`,
    `consent ${consentID}`,
    `patient ${patientID}`,
  ];
  expect(ids).toEqual(expect.arrayContaining(all(listed)));
  for (const each of all(over)) expect(ids).not.toContain(each);
});

test('who may not read both patients and consents is told no list', async () => {
  const { recordID } = await draft(staff);
  const { db } = app.database;
  const clinicians = await db.selectFrom('roles').selectAll().where('key', '=', 'CLINICIAN').executeTakeFirstOrThrow();
  const allow = async (permissions: typeof clinicians.permissions) =>
    db
      .updateTable('roles')
      .set({ permissions: json(permissions) })
      .where('key', '=', 'CLINICIAN')
      .execute();
  for (const lacking of ['patients.read', 'consents.read']) {
    await allow(clinicians.permissions.filter((each) => each !== lacking));
    const { changes } = await pull(staff);
    expect(changes.length).toBeGreaterThan(0);
    expect(listings(changes)).toEqual([]);
  }
  await allow(clinicians.permissions);
  expect(toldOf((await pull(staff)).changes, recordID)).toBeDefined();
  expect((await pull(await signIn(app, 'auditor@demo.nhs.uk'))).changes).toEqual([]);
});
