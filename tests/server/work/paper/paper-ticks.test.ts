import { expect, test } from 'vitest';
import type { PaperTick } from '#domain/consents/paper-ticks.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { openPointWords } from '#domain/consents/open-points.ts';
import { handOver, sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { bundleReader } from '#tests/support/fhir/read-bundle.ts';
import { checkOf } from '#tests/support/forms/ticks-on-paper.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { textOf, unbroken } from '#tests/server/outside/pdf/pdf-tools.ts';
import { everybody, paperDesk, TODAY } from './paper-desk.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});
const { upload, printed, faultsOf } = paperDesk(app, () => staff);

type Sent = Awaited<ReturnType<typeof sent>>;

/** A form whose scan is here, and the check of it by a clinician. */
async function scanned(ticks: Readonly<Record<string, PaperTick>> = {}) {
  const form = await sent(staff);
  const scan = await upload(form.consentID, await printed(form.consentID));
  return { form, said: checkOf(form, scan, { signers: everybody(form), ticks }) };
}

const detailsOf = async ({ recordID }: Sent) => (await staff.call('recordDetails', { id: recordID })).data;

test('a “No” to blood on paper is a refusal everywhere, under the name of who read it', async () => {
  const { form, said } = await scanned({ blood: 'REFUSE', students: 'ACCEPT' });
  const { data } = await staff.call('recordConfirmScan', said);
  expect(data.laterAnswers).toMatchObject([{ method: 'PAPER_SCAN', readBy: 'Demo Clinician', day: TODAY }]);
  await app.doJobs();
  const text = unbroken(textOf(await staff.download(form.consentID)));
  for (const words of ['NO BLOOD TRANSFUSION', 'Ticked on paper, read by Demo Clinician', 'Nothing ticked'])
    expect(text).toContain(unbroken(words));
  const bundle = JSON.stringify(await bundleReader(app, staff.token)(form.patientID));
  expect(bundle).toContain('"type":"deny","code":[{"text":"blood transfusion"}]');
  const { timeline } = await detailsOf(form);
  const [checked] = timeline.filter(({ type }) => type === 'SCAN_CONFIRMED');
  expect(checked!.detail).toMatchObject({
    answers: expect.stringContaining('blood transfusion: No'),
    answersDigest: data.laterAnswers![0]!.digest,
  });
  expect(await faultsOf(form)).toEqual([]);
});

test('what is altered in the stored ticks is found', async () => {
  const { form, said } = await scanned({ blood: 'REFUSE' });
  await staff.call('recordConfirmScan', said);
  expect(await faultsOf(form)).toEqual([]);
  const { db } = app.database;
  const row = await db.selectFrom('consents').select('later_answers').where('id', '=', form.consentID).executeTakeFirstOrThrow();
  const altered = JSON.stringify(row.later_answers).replace('"REFUSE"', '"ACCEPT"');
  await db
    .updateTable('consents')
    .set({ later_answers: altered as never })
    .where('id', '=', form.consentID)
    .execute();
  expect(await faultsOf(form)).toContain('LATER_ANSWER_CHANGED');
});

test('a tick that cannot be read stays open until it was talked about; nothing ticked is no answer', async () => {
  const { form, said } = await scanned({ blood: 'UNCLEAR' });
  const { data } = await staff.call('recordConfirmScan', said);
  const points = openPointsOnForm({ ...data, formType: data.formType });
  expect(points.map(openPointWords)).toEqual(['Ticked on paper, but cannot be read: blood transfusion']);
  const { data: after } = await staff.call('recordTalked', {
    consentID: form.consentID,
    choiceIDs: points.map(({ id }) => id),
    outcome: 'She accepts blood',
  });
  expect(openPointsOnForm(after)).toEqual([]);

  const none = await scanned();
  const { data: left } = await staff.call('recordConfirmScan', none.said);
  expect(openPointsOnForm(left).map(openPointWords)).toEqual(['Not answered: blood transfusion']);
  expect(await faultsOf(form)).toEqual([]);
});

test('each choice is entered, those about safety twice alike, and no other', async () => {
  const { form, said } = await scanned({ blood: 'ACCEPT' });
  const messages = async (answers: typeof said.answers | undefined) => {
    const { answers: _, ...rest } = said;
    const refused = await staff.refused('recordConfirmScan', answers === undefined ? rest : { ...rest, answers });
    expect(refused.status).toBe(400);
    return refused.fields.map(({ path, message }) => `${path}: ${message}`);
  };
  const asked = said.answers.filter(({ choiceID }, at) => said.answers.findIndex((each) => each.choiceID === choiceID) === at);
  expect(await messages(undefined)).toHaveLength(asked.length);
  expect((await messages(undefined))[0]).toBe('answers: Enter what was ticked for blood transfusion, or “Nothing ticked”.');
  expect(await messages(asked)).toEqual(['answers: Enter once more what was ticked for blood transfusion.']);
  expect(await messages([...asked, { choiceID: 'blood', answer: 'REFUSE' }])).toEqual([
    expect.stringContaining('answers: Look at blood transfusion again: it was entered as “'),
  ]);
  expect((await messages([...said.answers, { choiceID: 'strange', answer: 'NONE' }]))[0]).toContain('No tick of this choice');
  expect((await detailsOf(form)).consents[0]!.signatures).toEqual([]);
});

test('words on the paper stand under their writer, with the time, the copy, and the account of the clinician', async () => {
  const { form, said } = await scanned({ blood: 'ACCEPT' });
  const patient = form.recipients.find(({ role }) => role === 'PATIENT')!.signing_order;
  const { _id: userID } = form.clinician;
  const signers = said.signers.map((each) =>
    each.signing_order === patient ? { ...each, signedAt: '15:05' } : { ...each, userID },
  );
  const written = { words: [{ signing_order: patient, text: 'Please ring my sister.' }], mattersToMe: 'To walk again' };
  const { data } = await staff.call('recordConfirmScan', { ...said, ...written, signers, copyTaken: 'YES' });
  expect(data.ownWords?.map(({ text, signing_order: order }) => `${order} ${text}`).toSorted()).toEqual([
    `${patient} Please ring my sister.`,
    `${patient} What matters to me: To walk again`,
  ]);
  await app.doJobs();
  const text = unbroken(textOf(await staff.download(form.consentID)));
  for (const words of ['Please ring my sister.', 'To walk again', 'On paper, dated 6 August 2026, 15:05', 'Consultant'])
    expect(text).toContain(unbroken(words));
  expect(text).not.toContain(unbroken('not written on the paper'));
  expect(await faultsOf(form)).toEqual([]);
});

test('an account of another hospital, or of a patient, and words of somebody who has not signed are refused', async () => {
  const { said, form } = await scanned({ blood: 'ACCEPT' });
  const stranger = await signIn(app, 'clinician@second.nhs.uk');
  const { _id: strangerID } = (await sent(stranger)).clinician;
  const at = (role: string) => form.recipients.findIndex((each) => each.role === role);
  const withAccount = (role: string, userID: string) =>
    said.signers.map((each, place) => (place === at(role) ? { ...each, userID } : each));
  const refused = async (change: object) => (await staff.refused('recordConfirmScan', { ...said, ...change })).fields;
  expect(await refused({ signers: withAccount('CLINICIAN', strangerID) })).toEqual([
    { path: `signers.${at('CLINICIAN')}.userID`, message: 'This account is not one of this hospital' },
  ]);
  expect((await refused({ signers: withAccount('PATIENT', form.clinician._id) }))[0]!.message).toContain(
    'Only a member of staff',
  );
  const clinician = form.recipients[at('CLINICIAN')]!.signing_order;
  const [patientAlone] = said.signers.filter(({ signing_order: order }) => order !== clinician);
  expect((await refused({ signers: [patientAlone], words: [{ signing_order: clinician, text: 'Mine' }] }))[0]!.path).toBe(
    'words.0.signing_order',
  );
});

test('whoever left a choice unticked on paper answers it on the tablet, and the tick that was read stays', async () => {
  const { form, said } = await scanned({ students: 'DISCUSS' });
  const patient = said.signers.filter(({ signing_order: order }) =>
    form.recipients.some(({ role, signing_order }) => role === 'PATIENT' && signing_order === order),
  );
  await staff.call('recordConfirmScan', { ...said, signers: patient });
  const holder = await handOver(app, staff, form);
  expect(holder.details.later?.points.map(({ id, first }) => [id, first])).toEqual([
    ['blood', null],
    ['students', null],
  ]);
});

test('a time on the paper is neither in the future nor before the form was made ready, and staff without an account are as the paper says', async () => {
  const { form, said } = await scanned({ blood: 'ACCEPT' });
  const at = (signedAt: string) => said.signers.map((each) => ({ ...each, signedAt }));
  const fault = async (signedAt: string) => {
    const { fields } = await staff.refused('recordConfirmScan', { ...said, signers: at(signedAt) });
    expect(fields.map(({ path }) => path)).toEqual(said.signers.map((_, nth) => `signers.${nth}.signedAt`));
    return fields[0]!.message;
  };
  expect(await fault('23:59')).toBe('The time on the paper must not be in the future');
  expect(await fault('10:00')).toContain('nobody signed it before');
  const clinician = form.recipients.find(({ role }) => role === 'CLINICIAN')!.signing_order;
  const signers = said.signers.map((each) =>
    each.signing_order === clinician ? { ...each, name: 'Sam Demo-Locum', registrationNumber: '7654321' } : each,
  );
  await staff.call('recordConfirmScan', { ...said, signers });
  await app.doJobs();
  expect(unbroken(textOf(await staff.download(form.consentID)))).toContain(
    unbroken('Sam Demo-Locum, grade not written on the paper, registration number 7654321'),
  );
  expect(await faultsOf(form)).toEqual([]);
});
