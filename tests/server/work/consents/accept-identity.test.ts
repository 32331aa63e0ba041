import type { Input } from '#contract/calls.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { signed, signIn, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import { pull } from '#tests/support/tablet/tablet.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';

const app = useTestApp();
let staff: Caller & { token: string };
let colleague: Caller & { token: string };
let nurse: Caller & { token: string };
beforeEach(async () => {
  staff = await signIn(app);
  colleague = await signIn(app, 'bch@demo.nhs.uk');
  nurse = await signIn(app, 'nurse@demo.nhs.uk');
});

type Form = { readonly recordID: string; readonly consentID: string };

async function sealedForm(): Promise<Form> {
  const form = await signed(app, staff);
  await app.doJobs();
  const { version } = (await details(form)).record;
  const listed = { date: localDate(app.clock.now(), app.deps.settings.timeZone), theatre: '1', listType: 'THEATRE' } as const;
  await staff.call('recordUpdate', { recordID: form.recordID, version, listed });
  return form;
}

const details = async ({ recordID }: Form) => (await staff.call('recordDetails', { id: recordID })).data;

async function change(form: Form, fields: Omit<Partial<Input<'patientUpdate'>>, 'id' | 'version'>, by = staff): Promise<void> {
  const { id } = (await details(form)).record.patient;
  const { version } = (await by.call('patientGetDetails', { id })).data.patient;
  await by.call('patientUpdate', { id, version, ...fields });
}

/** The body as a screen makes it of what it shows. */
async function accepting(form: Form): Promise<Input<'recordAcceptIdentity'>> {
  const { record, consents } = await details(form);
  const { firstName, lastName, dateOfBirth, nhsNumber } = record.patient;
  const { version } = consents.find(({ consentID }) => consentID === form.consentID)!;
  const shown = { firstName, lastName, dateOfBirth, nhsNumber };
  return { consentID: form.consentID, version, record: shown, reason: 'Married in June, checked with her' };
}

const accept = async (by: Caller, form: Form) => by.call('recordAcceptIdentity', await accepting(form));
const refusal = async (by: Caller, form: Form, body: Partial<Input<'recordAcceptIdentity'>> = {}) =>
  by.refused('recordAcceptIdentity', { ...(await accepting(form)), ...body });

async function lightOf({ recordID }: Form): Promise<string> {
  const today = localDate(app.clock.now(), app.deps.settings.timeZone);
  const { data } = await staff.call('patientListed', { startDate: today, endDate: today });
  const { light, reason, onDay } = data.find((each) => each.recordID === recordID)!;
  return [light, reason, ...(onDay == null ? [] : [onDay.light])].join(' ');
}

async function faultsOf({ recordID }: Form) {
  return faultsOfCase(app, recordID);
}

test('another name: one clinician settles it, it stands in the timeline, and tablets learn of it', async () => {
  const form = await sealedForm();
  expect((await refusal(staff, form)).code).toBe('MOVE_REFUSED');
  await change(form, { lastName: 'Demo-Married' });
  expect(await lightOf(form)).toMatch(/^AMBER The signed form names another name/);
  expect((await refusal(nurse, form)).code).toBe('FORBIDDEN');
  const before = (await pull(staff)).cursor;
  const body = await accepting(form);
  const key = crypto.randomUUID();
  const { data } = await staff.call('recordAcceptIdentity', body, key);
  expect(data.identityChecks).toMatchObject([{ record: body.record, reason: body.reason, name: 'Demo Clinician' }]);
  // Sent twice under one key, it is one.
  await staff.call('recordAcceptIdentity', body, key);
  expect(await lightOf(form)).toMatch(/^GREEN Signed and sealed\. Details changed since: checked by Demo Clinician, /);
  const { timeline } = await details(form);
  expect(timeline.filter(({ type }) => type === 'IDENTITY_CHANGE_ACCEPTED')).toMatchObject([
    { detail: { reason: body.reason, inRecord: expect.stringContaining('DEMO-MARRIED'), onForm: expect.any(String) } },
  ]);
  const { chain } = (await staff.call('recordTimeline', { id: form.recordID })).data;
  expect([chain.ok, await faultsOf(form)]).toEqual([true, []]);
  const { changes } = await pull(staff, before);
  expect(changes.some(({ entity, id }) => entity === 'consent' && id === form.consentID)).toBe(true);
  expect((await refusal(staff, form)).code).toBe('MOVE_REFUSED');
});

test('a birth date, or two parts at once: a second person is needed, neither the first nor who made the change', async () => {
  for (const fields of [{ dateOfBirth: '1951-04-15' }, { lastName: 'Demo-Other', dateOfBirth: '1951-04-15' }]) {
    const form = await sealedForm();
    await change(form, fields, colleague);
    await accept(staff, form);
    expect(await lightOf(form)).toMatch(/^(AMBER Who this is must be checked by a second|RED The signed form may be another)/);
    const again = await refusal(staff, form);
    expect([again.code, again.message]).toEqual(['FORBIDDEN', expect.stringMatching(/^You have checked this yourself/)]);
    expect((await refusal(colleague, form)).message).toMatch(/^You changed these details yourself/);
    expect(await lightOf(form)).not.toMatch(/^GREEN/);
    await accept(nurse, form);
    expect(await lightOf(form)).toMatch(/^GREEN Signed and sealed\. Details changed since: checked by /);
  }
});

test('who made the change may be the first, with another as the second', async () => {
  const form = await sealedForm();
  await change(form, { dateOfBirth: '1951-04-15' });
  await accept(staff, form);
  await accept(colleague, form);
  expect(await lightOf(form)).toMatch(/^GREEN/);
});

test('a later change opens the question anew, and what was shown of the record counts', async () => {
  const form = await sealedForm();
  await change(form, { lastName: 'Demo-Married' });
  const shown = await accepting(form);
  await change(form, { lastName: 'Demo-Again' });
  expect((await staff.refused('recordAcceptIdentity', shown)).code).toBe('VERSION_CONFLICT');
  await accept(staff, form);
  expect(await lightOf(form)).toMatch(/^GREEN/);
  expect((await refusal(staff, form, { version: shown.version })).code).toBe('VERSION_CONFLICT');
  await change(form, { lastName: 'Demo-Thrice' });
  expect(await lightOf(form)).toMatch(/^AMBER The signed form names another name/);
  await accept(colleague, form);
  await change(form, { nhsNumber: testNhsNumber(77) });
  expect(await lightOf(form)).toMatch(/^RED The signed form may be another/);
});

test('a check that was written into the row, or changed there, is a fault', async () => {
  const form = await sealedForm();
  await change(form, { lastName: 'Demo-Married' });
  await accept(staff, form);
  await sql`update consents set identity_checks = jsonb_set(identity_checks, '{0,record,lastName}', '"Demo-Else"') where id = ${form.consentID}`.execute(
    app.database.db,
  );
  expect(await faultsOf(form)).toEqual(['IDENTITY_CHECK_CHANGED']);
});

test('an auditor without patients reads that it was checked, not the two identities; a draft has nothing to check', async () => {
  const form = await sealedForm();
  await change(form, { lastName: 'Demo-Married' });
  await accept(staff, form);
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  const { events } = (await auditor.call('recordTimeline', { id: form.recordID })).data;
  const [checked] = events.filter(({ type }) => type === 'IDENTITY_CHANGE_ACCEPTED');
  expect(Object.keys(checked!.detail)).toEqual(['check']);
  const { consentID } = (await staff.call('recordReopen', { id: form.recordID, reason: 'A new finding' })).data;
  expect((await refusal(staff, { ...form, consentID })).code).toBe('MOVE_REFUSED');
});
