import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { withoutAddresses } from '#tests/support/server/without-addresses.ts';
import { aPatient, draft, sent, signAll, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { copyPatient } from '#tests/support/server/many-rows.ts';
import { pull, TOLD_TWICE, type Changes } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const idsOf = (changes: Changes) => changes.map(({ id }) => id);

test('a new tablet gets the person’s own drafts and patients, and none of a colleague’s', async () => {
  const own = await draft(staff);
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  const theirs = await draft(colleague);
  const { changes } = await pull(staff);
  expect(idsOf(changes)).toEqual(expect.arrayContaining([own.consentID, own.data.patientID]));
  for (const id of [theirs.consentID, theirs.data.patientID]) expect(idsOf(changes)).not.toContain(id);
  const { consents } = (await staff.call('recordDetails', { id: own.recordID })).data;
  const { patient } = (await staff.call('patientGetDetails', { id: own.data.patientID })).data;
  expect(changes.find(({ id }) => id === own.consentID)).toEqual({
    entity: 'consent',
    id: own.consentID,
    version: consents[0]!.version,
    data: withoutAddresses(consents[0]!),
  });
  expect(changes.find(({ id }) => id === patient.id)).toEqual({ entity: 'patient', id: patient.id, version: 1, data: patient });
  expect((await pull(colleague)).changes.map(({ id }) => id)).toContain(theirs.consentID);
});

test('after that only what changed comes, whoever changed it', async () => {
  const [one, two] = [await draft(staff), await draft(staff)];
  app.clock.advance(TOLD_TWICE);
  const { cursor } = await pull(staff);
  app.clock.advance(TOLD_TWICE);
  staff = await signIn(app);
  expect((await pull(staff, cursor)).changes).toEqual([]);
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  await colleague.call('patientUpdate', { id: one.data.patientID, version: 1, phoneNumber: '07700900001' });
  const { changes, cursor: next } = await pull(staff, cursor);
  // The light of a case hangs on its patient as well.
  expect(idsOf(changes)).toEqual([one.recordID, one.data.patientID]);
  expect(changes[1]).toMatchObject({ version: 2, data: { phoneNumber: '07700900001' } });
  await staff.call('recordDelete', { id: two.recordID });
  const after = await pull(staff, next);
  expect(after.changes.find(({ id }) => id === two.consentID)).toMatchObject({ entity: 'consent', data: null });
  expect(idsOf((await pull(staff)).changes)).not.toContain(two.consentID);
});

test('a patient whom somebody else made, once changed by me, is mine as well', async () => {
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  const { patient } = (await colleague.call('patientCreate', aPatient())).data;
  const { cursor } = await pull(staff);
  expect(idsOf((await pull(staff)).changes)).not.toContain(patient.id);
  await staff.call('patientUpdate', { id: patient.id, version: 1, firstName: 'Mine' }, randomUUID());
  expect(idsOf((await pull(staff, cursor)).changes)).toContain(patient.id);
});

test('a draft of mine that a colleague takes over and sends is told to me once more, as it is then', async () => {
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  const [theirs, untouched] = [await signed(app, colleague), await sent(colleague)];
  const { consentID } = await staff.call('recordReopen', { id: theirs.recordID, reason: 'Another side' }, randomUUID());
  const { changes, cursor } = await pull(staff);
  const mine = changes.find(({ id }) => id === consentID);
  expect(mine?.data).toMatchObject({ status: 'DRAFT' });
  const change = { consentID, version: mine!.version, clinicianStatement: { discussed: true, capacity: true } };
  const { version } = await colleague.call('consentUpdate', change, randomUUID());
  await colleague.call('consentSend', { consentID, version, channel: 'DEVICE' }, randomUUID());
  const after = (await pull(staff, cursor)).changes;
  expect(after.find(({ id }) => id === consentID)?.data).toMatchObject({ status: 'SENT' });
  expect(idsOf(after)).not.toContain(untouched.consentID);
  expect(idsOf((await pull(staff)).changes)).not.toContain(consentID);
});

test('what happens to a form that is out comes too: opened, signed, sealed', async () => {
  const version = await sent(staff);
  app.clock.advance(TOLD_TWICE);
  const { cursor } = await pull(staff);
  app.clock.advance(TOLD_TWICE);
  await signAll(app, staff, version);
  await app.doJobs();
  const { changes } = await pull(staff, cursor);
  expect(changes.find(({ id }) => id === version.consentID)).toMatchObject({ data: { status: 'SIGNED', sealState: 'SEALED' } });
});

test('many changes come in pages, each once, also when they bear the same moment', async () => {
  const before = (await pull(staff)).cursor;
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const made = await copyPatient(app.database.db, patient.id, { times: 700, updatedAt: new Date(app.clock.now()).toISOString() });
  const { changes, pages } = await pull(staff, before);
  expect(pages).toBeGreaterThanOrEqual(3);
  expect(new Set(idsOf(changes)).size).toBe(changes.length);
  expect(idsOf(changes)).toEqual(expect.arrayContaining(made));
});

test('a page ends where its answer would grow too long, and the rest comes with the next', async () => {
  const before = (await pull(staff)).cursor;
  const { consentID, recordID, version } = await draft(staff);
  const long = 'to read '.repeat(200);
  await staff.call('consentUpdate', { consentID, version, mattersToMe: long.slice(0, 1500) });
  // Versions of one case, each as long as the first.
  await sql`insert into consents (organisation_id, id, case_id, version_number, form_type, status, seal_state, content, old_procedures,
      active_tab, clinician_id, version, created_at, updated_at)
    select organisation_id, gen_random_uuid(), case_id, version_number + nth, form_type, status, seal_state, content, old_procedures,
      active_tab, clinician_id, version, created_at, updated_at from consents, generate_series(1, 200) as nth where id = ${consentID}`.execute(
    app.database.db,
  );
  const { changes, pages } = await pull(staff, before);
  expect(pages).toBeGreaterThanOrEqual(2);
  expect(changes.filter(({ data }) => (data as { recordID?: string } | null)?.recordID === recordID).length).toBeGreaterThan(200);
  expect(new Set(changes.map(({ entity, id }) => `${entity} ${id}`)).size).toBe(changes.length);
});

test('a change that was begun before the cursor and committed after it is not missed', async () => {
  const mine = await draft(staff);
  app.clock.advance(TOLD_TWICE);
  const begun = new Date(app.clock.now()).toISOString();
  app.clock.advance(20_000);
  const { cursor } = await pull(staff);
  await app.database.db
    .updateTable('patients')
    .set({ updated_at: begun, version: 2, phone: '07700900002' })
    .where('id', '=', mine.data.patientID)
    .execute();
  expect(idsOf((await pull(staff, cursor)).changes)).toContain(mine.data.patientID);
});

test('what is open stays on a new tablet however old it is, and what ended long ago does not come', async () => {
  const [open, over] = [await sent(staff), await sent(staff)];
  await signAll(app, staff, over);
  app.clock.advance(40 * DAY);
  staff = await signIn(app);
  const { changes } = await pull(staff);
  expect(idsOf(changes)).toContain(open.consentID);
  expect(idsOf(changes)).toContain(open.patientID);
  expect(idsOf(changes)).not.toContain(over.consentID);
  expect(idsOf(changes)).not.toContain(over.patientID);
});

test('who may not read patients or consents gets none', async () => {
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  expect((await pull(auditor)).changes).toEqual([]);
});

test('after a backup was restored a cursor counts no more, and everything comes again', async () => {
  const { consentID } = await draft(staff);
  app.clock.advance(TOLD_TWICE);
  const { cursor } = await pull(staff);
  app.clock.advance(TOLD_TWICE);
  const epoch = (await staff.call('syncChanges', { since: cursor })).dataEpoch;
  expect(epoch).toBe((await staff.call('config', {})).dataEpoch);
  const settings = (value: string) =>
    app.database.db
      .updateTable('settings')
      .set({ value: JSON.stringify(value) })
      .where('name', '=', 'dataEpoch')
      .execute();
  await settings(randomUUID());
  const { changes } = await pull(staff, cursor);
  expect(idsOf(changes)).toContain(consentID);
  await settings(epoch);
});

test.each(['', 'x', 'eyJ9', Buffer.from('[1,2]').toString('base64url'), Buffer.from('{"a":1}').toString('base64url')])(
  'a cursor that nobody gave is refused: “%s”',
  async (since) => {
    const { status, body } = await app.ask({
      url: `/api/sync/changes?since=${since}`,
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect([status, body.fields?.[0]?.path]).toEqual([400, 'since']);
  },
);
