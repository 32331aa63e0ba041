import { expect, test } from 'vitest';
import { withdrawalWords } from '#domain/cases/withdrawal.ts';
import { RECORDED_BY } from '#domain/cases/event-author.ts';
import { aPatient, signed, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { aChild, allSign, anotherParent, aParent, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { storedFile } from '#tests/support/server/stored-file.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { kept, registerTablet, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { textOf } from '#tests/server/outside/pdf/pdf-tools.ts';

const app = useTestApp();

type Form = { readonly consentID: string; readonly recordID: string };

const caseOf = async (staff: Caller, { recordID }: Form) => (await staff.call('recordDetails', { id: recordID })).data;
const withdrawalOf = async (staff: Caller, form: Form) =>
  (await caseOf(staff, form)).timeline.find(({ type }) => type === 'WITHDRAWN')!;
const faultsOf = async ({ recordID }: Form) => faultsOfCase(app, recordID);

test('staff say at whose wish they withdraw and how they were told; the timeline, the copy and the audit file have it in one sentence', async () => {
  const staff = await signIn(app);
  const { patient } = (await staff.call('patientCreate', aPatient({ firstName: 'Ada', lastName: 'Oak' }))).data;
  const form = await signed(app, staff, { patientID: patient.id });
  await app.doJobs();
  const reason = 'My sister said to wait';
  const byDemo = { [RECORDED_BY.name]: 'Demo Clinician', [RECORDED_BY.role]: 'Clinician' };
  await staff.call('recordWithdraw', { consentID: form.consentID, signing_order: 1, how: 'PHONE', reason });
  await app.doJobs();
  const event = await withdrawalOf(staff, form);
  expect(event.actor).toEqual({ kind: 'SIGNER', name: 'Ada Oak', role: 'PATIENT' });
  expect(event.detail).toEqual({ reason, order: 1, how: 'PHONE', ...byDemo });
  const sentence = `Withdrawn by Ada Oak, patient, by telephone, recorded by Demo Clinician: “${reason}”`;
  expect(withdrawalWords(event)).toBe(sentence);
  const copy = textOf(await staff.download(form.consentID));
  // On the first page, and in the timeline.
  expect(copy.split(sentence)).toHaveLength(3);
  const audit = textOf(await storedFile(app, staff, { consentID: form.consentID, kind: 'AUDIT' }));
  expect(audit.split(`“${reason}”`)).toHaveLength(2);
  expect(audit.split(reason)).toHaveLength(2);
  expect(await faultsOf(form)).toEqual([]);
});

test('of a withdrawal by a build before nothing is said but who recorded it, and its queued body counts', async () => {
  const staff = await registerTablet(await signIn(app));
  const form = await signed(app, staff);
  await app.doJobs();
  const ops = [kept('recordWithdraw', { consentID: form.consentID, reason: '' }, { capturedAt: '2026-08-06T13:00:00.000Z' })];
  expect((await sendEnvelope(app, staff, ops)).map(({ status }) => status)).toEqual([200]);
  await app.doJobs();
  const event = await withdrawalOf(staff, form);
  expect([event.actor.kind, event.detail['order'], event.detail['how'], event.detail[RECORDED_BY.name]]).toEqual([
    'STAFF',
    undefined,
    undefined,
    undefined,
  ]);
  expect(textOf(await staff.download(form.consentID))).toContain('Withdrawn, recorded by Demo Clinician. No reason was given.');
});

test('a signer who withdraws is the author, whatever the call says of a way, and names no other place', async () => {
  const staff = await signIn(app);
  const version = await sent2(staff, allSign());
  const parent = await signerAt(app, staff, version, ['PARENT', 1]);
  await parent.sign();
  const others = version.recipients.filter(
    ({ role, signing_order: order }) => (role === 'PARENT' || role === 'CHILD') && order > 1,
  );
  for (const { role, signing_order: order } of others) await (await signerAt(app, staff, version, [role, order])).sign();
  await staff.call('recordSign', typed(version));
  const asOther = { consentID: version.consentID, signing_order: 2, how: 'LETTER' as const };
  expect((await parent.refused('recordWithdraw', asOther)).code).toBe('FORBIDDEN');
  await parent.call('recordWithdraw', { consentID: version.consentID, signing_order: 1, how: 'LETTER', reason: 'No' });
  const event = await withdrawalOf(staff, version);
  expect(event.actor).toMatchObject({ kind: 'SIGNER', role: 'PARENT' });
  expect(event.detail).toEqual({ reason: 'No', order: 1 });
});

test('nobody of the hospital, and nobody who is not on the form, has asked for a withdrawal', async () => {
  const staff = await signIn(app);
  const form = await signed(app, staff);
  const clinician = form.recipients.find(({ role }) => role === 'CLINICIAN')!.signing_order;
  for (const signing_order of [clinician, 9]) {
    const refused = await staff.refused('recordWithdraw', { consentID: form.consentID, signing_order, how: 'HERE' });
    expect([refused.status, refused.fields]).toEqual([
      400,
      [{ path: 'signing_order', message: 'Say who on this form has asked for it' }],
    ]);
  }
  expect((await caseOf(staff, form)).consents[0]!.status).toBe('SIGNED');
  const family = await sent2(
    staff,
    family2({ parents: [aParent(), anotherParent({ signs: false, answer: 'AGREES', answeredHow: 'PHONE' })], child: aChild() }),
  );
  await (await signerAt(app, staff, family, ['PARENT', 1])).sign();
  await staff.call('recordSign', typed(family));
  await staff.call('recordWithdraw', { consentID: family.consentID, signing_order: 1, how: 'LETTER' });
  expect(withdrawalWords(await withdrawalOf(staff, family))).toBe(
    'Withdrawn by Ada Demo-Mother, parent, by letter or email, recorded by Demo Clinician. No reason was given.',
  );
});
