import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/base/limits.ts';
import { aPatient, callerOf, draft, handOver, inked, sent, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { ABLE_CHILD_BORN, aParent, anAbleChild, draft2 } from '#tests/support/forms/form-2.ts';
import { capacityWithAttorney, formFourSent } from '#tests/support/forms/form-4.ts';
import { mailedForm, tokenIn, visit } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// The public address leads nobody to a form that its signer hides at home, or that staff have sent to nobody.

let staff: Caller & { email: string };
const app = useTestApp();
beforeEach(async () => {
  const { email } = await addPerson(app, { role: 'CLINICIAN' });
  staff = { ...(await signIn(app, email)), email };
  for (const table of ['page_asks', 'throttles'] as const) await app.database.db.deleteFrom(table).execute();
});
const ask = async (contact: string) => {
  await callerOf(app).call('pageAsk', { contact });
  app.clock.advance(MINUTE);
  await app.doJobs();
};
const jobs = async () => {
  for (let nth = 0; nth < 2; nth += 1) await app.doJobs();
};
const anAddress = () => `family-${randomUUID().slice(0, 8)}@example.org`;
const versionOf = async ({ recordID }: { recordID: string }) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;

/** A form that a child of fifteen has signed on the ward; the address on their record is their family’s. */
async function signedByChild(patientID: string, tellParents: 'YES' | 'NO') {
  const child = anAbleChild({ tellParents, encouraged: tellParents === 'NO' ? true : null });
  const form = await draft2(staff, { patientID, basis: 'CHILD', parents: [], child });
  await staff.call('consentSend', { consentID: form.consentID, version: form.version, channel: 'DEVICE' });
  const version = await versionOf(form);
  const role = version.recipients[0]!.role;
  const tablet = await handOver(app, staff, { consentID: form.consentID, role });
  await tablet.call('recordSign', inked(tablet.details));
  await staff.call('recordSign', typed(version));
  await jobs();
  return form;
}

test('of a form that a young person hides at home nothing goes to the address on the record, and no other form lists it', async () => {
  const emailAddress = anAddress();
  const { patient } = (await staff.call('patientCreate', aPatient({ dateOfBirth: ABLE_CHILD_BORN, emailAddress }))).data;
  const hidden = await signedByChild(patient.id, 'NO');
  await ask(emailAddress);
  expect(await mailsTo(app, emailAddress)).toEqual([]);
  const { verifyCode } = await app.database.db
    .selectFrom('consents')
    .select('verify_code as verifyCode')
    .where('id', '=', hidden.consentID)
    .executeTakeFirstOrThrow();
  await ask(verifyCode ?? '');
  expect(await mailsTo(app, emailAddress)).toEqual([]);
  const open = await signedByChild(patient.id, 'YES');
  await ask(emailAddress);
  const { lastName, dateOfBirth } = patient;
  const home = await visit(app, { token: await tokenIn(app, emailAddress), lastName, dateOfBirth });
  expect(home.details.consent.consentID).toBe(open.consentID);
  expect((await home.call('pageForms', {})).data).toEqual([]);
  expect((await home.refused('pageOpen', { otherId: hidden.consentID })).code).toBe('NOT_FOUND');
});

test('a form that staff have sent to nobody is signed on the ward alone; the one before it is still reached, also beside one that awaits an answer', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  await staff.call('recordSign', typed(await versionOf(form)));
  await jobs();
  app.clock.advance(20 * DAY);
  staff = { ...staff, ...(await signIn(app, staff.email)) };
  await sent(staff, { patientID: form.patientID });
  await ask(form.address);
  const first = await visit(app, { ...form, token: await tokenIn(app, form.address) });
  expect(first.details.consent.consentID).toBe(form.consentID);
  const { consentID, version } = await draft(staff, { patientID: form.patientID });
  await staff.call('consentSend', { consentID, version, channel: 'EMAIL' });
  await app.doJobs();
  const before = (await mailsTo(app, form.address)).length;
  await ask(form.address);
  const links = (await mailsTo(app, form.address)).slice(before).map(({ link }) => link?.split('/').at(-1) ?? '');
  const opened = await Promise.all(links.map(async (token) => (await visit(app, { ...form, token })).details.consent.consentID));
  expect(opened.toSorted()).toEqual([consentID, form.consentID].toSorted());
});

test('the link by which a parent signed opens nothing from the day on which the child is 16', async () => {
  const address = anAddress();
  const at = new Date(app.clock.now() + 5 * DAY).toISOString();
  const dateOfBirth = `${Number(at.slice(0, 4)) - 16}${at.slice(4, 10)}`;
  const { patient } = (await staff.call('patientCreate', aPatient({ dateOfBirth }))).data;
  const form = await draft2(staff, { patientID: patient.id, parents: [aParent({ emailAddress: address })] });
  await staff.call('consentSend', { consentID: form.consentID, version: form.version, channel: 'EMAIL' });
  const link = { token: await tokenIn(app, address), dateOfBirth, lastName: 'Demo-Mother' };
  const mother = await visit(app, link);
  await mother.call('recordSign', inked(mother.details));
  app.clock.advance(4 * DAY);
  await visit(app, link);
  app.clock.advance(DAY);
  await expect(visit(app, link)).rejects.toThrow('This page has ended');
});

test('an attorney, who must sign, has a copy and a change of mind as whoever decides', async () => {
  const version = await formFourSent(staff, capacityWithAttorney());
  await staff.call('recordSign', typed(version));
  const { consentID } = version;
  const tablet = await handOver(app, staff, { consentID, role: 'CONSULTEE' });
  await tablet.call('recordSign', inked(tablet.details));
  await jobs();
  const order = tablet.details.signing_order ?? 0;
  const { link } = (await staff.call('recordGiveCopy', { consentID, signing_order: order, channel: 'QR' })).data;
  const { lastName, dateOfBirth } = version.shownPatient!;
  const token = link?.url.split('/').at(-1) ?? '';
  const name = tablet.details.recipients.find(({ signing_order }) => signing_order === order)?.recipient_name ?? lastName;
  const phone = await visit(app, { token, dateOfBirth, lastName: name.split(' ').at(-1) ?? '' });
  expect((await phone.download(consentID)).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await phone.call('recordWithdraw', { consentID, reason: '' })).data.status).toBe('WITHDRAWN');
});
