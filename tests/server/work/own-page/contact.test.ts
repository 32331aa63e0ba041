import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { BY_PATIENT } from '#domain/patients/contact-wishes.ts';
import { ANSWERED_CHOICES } from '#tests/support/forms/answered-choices.ts';
import { inked, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { aParent, anotherParent, draft2, family2 } from '#tests/support/forms/form-2.ts';
import { mailedForm, tokenIn, visit } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// The word of somebody, on their own page, about how they want to be written to: it counts for every message that goes out from then on.

let staff: Caller;
const app = useTestApp();
beforeEach(async () => {
  const { email } = await addPerson(app, { role: 'CLINICIAN' });
  staff = await signIn(app, email);
});

const patientOf = async (id: string) => (await staff.call('patientGetDetails', { id })).data.patient;
const versionOf = async (id: string) => (await staff.call('recordDetails', { id })).data.consents[0]!;

async function signedAtHome() {
  const form = await mailedForm(app, staff, { additionalChoices: ANSWERED_CHOICES });
  const home = await visit(app, form);
  await home.call('recordSign', inked(home.details));
  return { form, home };
}

test('the patient’s word stands in their record, with its history and version; their form stays as it was signed', async () => {
  const { form, home } = await signedAtHome();
  const { consentID, patientID, recordID } = form;
  expect((await home.call('pageContact', { consentID })).data).toEqual({ offered: ['EMAIL'], refused: [], preferred: null });
  const before = { patient: await patientOf(patientID), form: await versionOf(recordID) };
  const { data } = await home.call('pageContactUpdate', { consentID, refused: ['SMS', 'LETTER'], preferred: 'EMAIL' });
  expect(data).toEqual({ offered: ['EMAIL', 'SMS', 'LETTER'], refused: ['SMS', 'LETTER'], preferred: 'EMAIL' });
  const after = await patientOf(patientID);
  expect(after.communication).toEqual({ ...before.patient.communication, refused: ['SMS', 'LETTER'], preferred: 'EMAIL' });
  expect(after.version).toBe(before.patient.version + 1);
  const history = async () => (await staff.call('patientHistory', { id: patientID })).data;
  const { records, isIntact, total } = await history();
  expect(records[0]).toMatchObject({ kind: 'UPDATED', by: BY_PATIENT, isIntact: true });
  expect([records[0]!.changes.length, isIntact]).toEqual([2, true]);
  const form2 = await versionOf(recordID);
  expect([form2.contentDigest, form2.Timeline.length]).toEqual([before.form.contentDigest, before.form.Timeline.length]);
  // The same word again is no change.
  await home.call('pageContactUpdate', { consentID, refused: ['LETTER', 'SMS'], preferred: 'EMAIL' });
  expect([(await patientOf(patientID)).version, (await history()).total]).toEqual([after.version, total]);
  // A tablet that has the record of before is told, and takes nothing back unseen.
  const stale = { id: patientID, version: before.patient.version, communication: before.patient.communication };
  expect((await staff.refused('patientUpdate', stale)).code).toBe('VERSION_CONFLICT');
});

test('somebody who does not want mail gets none: no copy, no link that they ask for, no news', async () => {
  const { form, home } = await signedAtHome();
  const { consentID, recordID, address } = form;
  await home.call('pageContactUpdate', { consentID, refused: ['EMAIL'], preferred: null });
  const sentBefore = (await mailsTo(app, address)).length;
  await staff.call('recordSign', typed(await versionOf(recordID)));
  await app.doJobs();
  expect((await staff.refused('consentSendEmail', { consentID, role: 'PATIENT' })).status).toBe(409);
  await home.call('pageContactUpdate', { consentID, refused: ['EMAIL', 'SMS'], preferred: null });
  expect(await mailsTo(app, address)).toHaveLength(sentBefore);
});

test('a way that is refused is not the best one; nobody says anything before they have answered, or for another form', async () => {
  const { form, home } = await signedAtHome();
  const { consentID, patientID } = form;
  const { body } = await app.ask({
    method: 'PUT',
    url: '/api/page/contact',
    headers: { authorization: `Bearer ${home.token}` },
    payload: { consentID, refused: ['SMS'], preferred: 'SMS' },
  });
  expect(body?.fields).toEqual([{ path: 'preferred', message: 'Choose a way by which you want to hear from us' }]);
  expect((await patientOf(patientID)).communication.refused).toEqual([]);
  const other = await mailedForm(app, staff, { additionalChoices: ANSWERED_CHOICES });
  const reading = await visit(app, other);
  expect((await reading.refused('pageContact', { consentID: other.consentID })).code).toBe('MOVE_REFUSED');
  const early = { consentID: other.consentID, refused: ['SMS' as const] };
  expect((await reading.refused('pageContactUpdate', early)).code).toBe('MOVE_REFUSED');
  expect((await home.refused('pageContactUpdate', early)).status).toBe(403);
});

test('another adult says it for themselves, beside the form: the record of the child stays, and a new version asks them no more by mail', async () => {
  const [ada, ben] = ['ada', 'ben'].map((name) => `${name}-${randomUUID().slice(0, 8)}@example.org`) as [string, string];
  const parents = [aParent({ emailAddress: ada }), anotherParent({ emailAddress: ben })];
  const { consentID, recordID, version } = await draft2(staff, { ...family2({ parents, needsAllAdults: true }) });
  await staff.call('consentSend', { consentID, version, channel: 'EMAIL' });
  const { patientID, recipients } = await versionOf(recordID);
  const { dateOfBirth } = await patientOf(patientID);
  const home = await visit(app, { token: await tokenIn(app, ada), dateOfBirth, lastName: 'Demo-Mother' });
  await home.call('recordSign', inked(home.details, { role: 'PARENT' }));
  const before = await patientOf(patientID);
  expect((await home.call('pageContactUpdate', { consentID, refused: ['EMAIL'] })).data).toEqual({
    offered: ['EMAIL'],
    refused: ['EMAIL'],
    preferred: null,
  });
  expect(await patientOf(patientID)).toEqual(before);
  const mailed = (await mailsTo(app, ada)).length;
  // Opened to be changed: nobody has signed it any more, and their word still counts.
  await staff.call('recordRecall', { consentID, reason: 'Another side' });
  await app.doJobs();
  const again = await versionOf(recordID);
  await staff.call('consentSend', { consentID: again.consentID, version: again.version, channel: 'DEVICE' });
  const orders = recipients.flatMap(({ role, signing_order }) => (role === 'PARENT' ? [signing_order] : []));
  const mail = (order: number | undefined) => ({ consentID: again.consentID, role: 'PARENT', signing_order: order }) as const;
  expect((await staff.refused('consentSendEmail', mail(orders[0]))).code).toBe('CONTACT_REFUSED');
  await staff.call('consentSendEmail', mail(orders[1]));
  await app.doJobs();
  expect(await mailsTo(app, ada)).toHaveLength(mailed);
  expect((await mailsTo(app, ben)).length).toBeGreaterThan(0);
});
