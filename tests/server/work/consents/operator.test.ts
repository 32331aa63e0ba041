import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { statementFor } from '#domain/consents/statements.ts';
import { signAll, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { pull } from '#tests/support/tablet/tablet.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
const LEAD = 'bch@demo.nhs.uk';

type Ids = { readonly recordID: string; readonly consentID: string };

async function sealedForm(staff: Caller): Promise<Ids> {
  const form = await signed(app, staff);
  await app.doJobs();
  return form;
}

const caseOf = async (staff: Caller, { recordID }: Ids) => (await staff.call('recordDetails', { id: recordID })).data;
const stateOf = async (staff: Caller, form: Ids) => (await caseOf(staff, form)).consents[0]!.confirmState;
const idOf = async (staff: Caller) => (await staff.call('userMe', {})).user._id;

async function change(staff: Caller, form: Ids, clinicianID: string) {
  const { version } = (await caseOf(staff, form)).record;
  return staff.call('recordUpdate', { recordID: form.recordID, version, clinicianID }, randomUUID());
}

async function confirmation(staff: Caller, form: Ids, at = app.clock.now()) {
  const { consents } = await caseOf(staff, form);
  const [{ formType, procedures, shownPatient, interpreter, interpreterNeeded, interpreterNoneReason }] = consents as [Consent];
  const interpreting = { interpreter, interpreterNeeded, interpreterNoneReason };
  return {
    consentID: form.consentID,
    statement: statementFor('CONFIRMER', { formType, procedures, patientName: spokenName(shownPatient!), interpreting }),
    typedName: 'Demo Clinician',
    answers: { sideRight: true, somethingNew: false, questions: false, stillWanted: true },
    capturedAt: new Date(at).toISOString(),
  };
}

test('another clinician operates: the consent is due wherever it is told of, until it is confirmed again', async () => {
  const staff = await signIn(app);
  const form = await sealedForm(staff);
  expect(await stateOf(staff, form)).toBe('NOT_REQUIRED');
  const lead = await signIn(app, LEAD);
  const date = localDate(app.clock.now(), app.deps.settings.timeZone);
  const { version } = (await caseOf(staff, form)).record;
  const leadId = await idOf(lead);
  const { data, listing, message } = await staff.call('recordUpdate', {
    recordID: form.recordID,
    version,
    listed: { date, theatre: null, listType: 'THEATRE' },
    clinicianID: leadId,
  });
  expect([message, data.operator, listing.clinicianID]).toEqual([
    'Listed for surgery',
    { _id: leadId, name: 'Demo Lead' },
    leadId,
  ]);
  expect([listing.light, listing.reason]).toEqual(['AMBER', 'The clinician has changed since it was signed: confirm on the day']);
  const { consents, timeline, record } = await caseOf(staff, form);
  expect(consents[0]).toMatchObject({
    confirmState: 'DUE',
    operator: { name: 'Demo Lead' },
    clinician: { name: 'Demo Clinician' },
  });
  expect(record.current?.confirmState).toBe('DUE');
  expect(timeline.at(-1)).toMatchObject({ type: 'OPERATOR_CHANGED', detail: { operator: 'Demo Lead' } });
  const code = consents[0]!.verifyCode ?? '';
  expect((await staff.call('verifyByCode', { code })).data.confirmState).toBe('DUE');
  await lead.call('recordConfirm', await confirmation(lead, form), randomUUID());
  expect(await stateOf(staff, form)).toBe('CONFIRMED');
  // The signer takes it back: what was asked for another clinician counts no more, and nothing is due.
  await change(staff, form, await idOf(staff));
  expect(await stateOf(staff, form)).toBe('NOT_REQUIRED');
  await change(staff, form, leadId);
  expect(await stateOf(staff, form)).toBe('DUE');
});

test('who signed, and is named as the one who operates, operates also on a form that another clinician signs', async () => {
  const staff = await signIn(app);
  const lead = await signIn(app, LEAD);
  const form = await sealedForm(staff);
  await change(staff, form, await idOf(staff));
  expect(await stateOf(staff, form)).toBe('NOT_REQUIRED');
  expect((await caseOf(staff, form)).timeline.at(-1)).toMatchObject({
    type: 'OPERATOR_CHANGED',
    detail: { operator: 'Demo Clinician' },
  });
  await change(staff, form, await idOf(staff));
  expect((await caseOf(staff, form)).timeline.filter(({ type }) => type === 'OPERATOR_CHANGED')).toHaveLength(1);
  const { data: draft } = await lead.call('recordReopen', { id: form.recordID, reason: 'The other eye' });
  const { version } = (await caseOf(lead, form)).consents[0]!;
  const clinicianStatement = { discussed: true, capacity: true };
  const edited = await lead.call('consentUpdate', { consentID: draft.consentID, version, clinicianStatement });
  const { data } = await lead.call('consentSend', {
    consentID: draft.consentID,
    version: edited.data.version,
    channel: 'DEVICE',
  });
  await signAll(app, lead, data);
  await app.doJobs();
  expect(await stateOf(staff, form)).toBe('DUE');
});

test('naming who signed keeps the confirmation, and the integrity check finds nothing', async () => {
  const staff = await signIn(app);
  const form = await sealedForm(staff);
  await staff.call('recordConfirm', await confirmation(staff, form), randomUUID());
  await change(staff, form, await idOf(staff));
  const [version] = (await caseOf(staff, form)).consents;
  expect(version?.confirmation).not.toBeNull();
  expect(await faultsOfCase(app, form.recordID)).toEqual([]);
});

test('the tablets of who signed, who operates and who was to operate have the case as it is now', async () => {
  const staff = await signIn(app);
  const form = await sealedForm(staff);
  const [lead, nurse] = [await signIn(app, LEAD), await signIn(app, 'nurse@demo.nhs.uk')];
  const copyOf = async (person: Caller & { token: string }) => {
    const { changes } = await pull(person);
    const data = changes.find(({ entity, id }) => entity === 'consent' && id === form.consentID)?.data;
    return data !== null && data !== undefined && 'operator' in data ? [data.confirmState, data.operator] : undefined;
  };
  expect(await copyOf(lead)).toBeUndefined();
  const leadId = await idOf(lead);
  await change(staff, form, leadId);
  const due = ['DUE', { _id: leadId, name: 'Demo Lead' }];
  expect(await copyOf(lead)).toEqual(due);
  expect(await copyOf(staff)).toEqual(due);
  const { cursor } = await pull(lead);
  await change(staff, form, await idOf(staff));
  const { changes } = await lead.call('syncChanges', { since: cursor });
  expect(changes.find(({ id }) => id === form.consentID)?.data).toMatchObject({ confirmState: 'NOT_REQUIRED' });
  expect(await copyOf(nurse)).toBeUndefined();
});

test('nobody is named who does not sign as a clinician here, and nobody for a case that is over; the same again writes nothing', async () => {
  const staff = await signIn(app);
  const form = await sealedForm(staff);
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  await change(staff, form, await idOf(staff));
  const { version } = (await caseOf(staff, form)).record;
  for (const clinicianID of [await idOf(nurse), randomUUID()]) {
    const refused = await staff.refused('recordUpdate', { recordID: form.recordID, version, clinicianID });
    expect([refused.status, refused.fields[0]?.path]).toEqual([400, 'clinicianID']);
  }
  const before = (await caseOf(staff, form)).timeline.length;
  const same = await staff.call(
    'recordUpdate',
    { recordID: form.recordID, version, clinicianID: await idOf(staff) },
    randomUUID(),
  );
  expect([same.data.version, (await caseOf(staff, form)).timeline.length]).toEqual([version, before]);
  await staff.call('recordWithdraw', { consentID: form.consentID });
  const lead = await idOf(await signIn(app, LEAD));
  const over = (await caseOf(staff, form)).record.version;
  expect((await staff.refused('recordUpdate', { recordID: form.recordID, version: over, clinicianID: lead })).code).toBe(
    'MOVE_REFUSED',
  );
});

test('a confirmation that a tablet captured before another clinician was named is refused', async () => {
  const staff = await signIn(app);
  const form = await sealedForm(staff);
  const captured = app.clock.now();
  app.clock.advance(HOUR / 4);
  await change(staff, form, await idOf(await signIn(app, LEAD)));
  expect((await staff.refused('recordConfirm', await confirmation(staff, form, captured))).code).toBe('MOVE_REFUSED');
  expect(await stateOf(staff, form)).toBe('DUE');
});

test('of two confirmations the later one counts, whichever arrives first', async () => {
  const staff = await signIn(app);
  const form = await sealedForm(staff);
  const captured = app.clock.now();
  app.clock.advance(HOUR / 4);
  const { data: newer } = await staff.call('recordConfirm', await confirmation(staff, form), randomUUID());
  const { data: older } = await staff.call('recordConfirm', await confirmation(staff, form, captured), randomUUID());
  expect(older.confirmation).toEqual(newer.confirmation);
  expect(older.Timeline.filter(({ type }) => type === 'CONFIRMED')).toHaveLength(2);
});

test('the integrity check knows who operates, and finds it changed in the table', async () => {
  const staff = await signIn(app);
  const form = await sealedForm(staff);
  await staff.call('recordConfirm', await confirmation(staff, form), randomUUID());
  await change(staff, form, await idOf(await signIn(app, LEAD)));
  app.clock.advance(DAY / 24);
  await app.doJobs();
  const faults = async () => faultsOfCase(app, form.recordID);
  expect(await faults()).toEqual([]);
  await app.database.db.updateTable('cases').set({ operator_id: null }).where('id', '=', form.recordID).execute();
  expect(await faults()).toEqual(['STATUS_CHANGED']);
});
