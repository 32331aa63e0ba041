import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { saveLibraryEntries } from '#store/entities/library.ts';
import { saveStrokes } from '#store/entities/strokes.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { resolveConflict } from '#store/outbox/review.ts';
import { createConsent, createPatient, saveDraft, sendConsent, updatePatient, withdrawConsent } from '#tests/store/app-calls.ts';
import { signIn, wave } from '#tests/support/forms/builders.ts';
import { giveQuestions } from '#tests/support/forms/understanding.ts';
import { joinedTablet } from '#tests/support/tablet/joined-tablet.ts';
import { queuedNames } from '#tests/support/tablet/kept-builds.ts';
import { recordCalls } from '#tests/support/tablet/kept-recorder.ts';
import { openTestApp, type TestApp } from '#tests/support/server/app.ts';

// RECORD_KEPT=2026-12-24-1200 npx vitest run --project server tests/server/record-kept.test.ts: writes down every call that a tablet of
// this build queues, as it sends it, for the tests of all later builds. The name is the moment of the build.
const name = process.env['RECORD_KEPT'];
const BORN = '1950-03-14';
const TODAY = '2026-08-06';

type Recorder = ReturnType<typeof recordCalls>;
type Tablet = Awaited<ReturnType<typeof joinedTablet>>;
type Form = Awaited<ReturnType<Tablet['send']>>;
type Ward = {
  readonly app: TestApp;
  readonly tablet: Tablet;
  readonly content: Awaited<ReturnType<typeof libraryOf>>['content'];
};

test.runIf(name !== undefined)(
  'every call that a tablet may queue is written down as it is sent',
  { timeout: 300_000 },
  async () => {
    const app = await openTestApp();
    try {
      const recorder = recordCalls(app);
      const questions = await giveQuestions(app);
      const tablet = await joinedTablet(recorder.server, 'cataract');
      await tablet.pull();
      const { content, ...library } = await libraryOf(tablet);
      const ward: Ward = { app, tablet, content };
      const [first, second, third] = await begun(ward, recorder);
      await signedForm(ward, recorder, { form: first, questions: questions.map(({ id }) => id) });
      await onTheDay(ward, recorder, first);
      const clinicianID = await signedWithInk(ward, recorder);
      const refused = await refusedForm(ward, recorder);
      await patientsChanged(ward, recorder, { form: first, second, third });
      await endedCases(ward, recorder, { done: first, closed: refused });
      const recorded = { library, clinicianID, ...recorder.recorded() };
      expect(namesIn(recorded.acts)).toEqual(queuedNames());
      writeFileSync(path.join(import.meta.dirname, `../fixtures/kept-${name}.json`), `${JSON.stringify(recorded, null, 2)}\n`);
      tablet.close();
    } finally {
      await app.close();
    }
  },
);

const namesIn = (acts: ReturnType<Recorder['recorded']>['acts']) =>
  [
    ...new Set(acts.flatMap(({ envelopes }) => envelopes.flat().flatMap(({ call, status }) => (status === 200 ? call : [])))),
  ].toSorted();

async function libraryOf({ staff, store }: Tablet) {
  const { procedureID: id } = (await staff.call('procedureGet', { search: 'cataract' })).data.records[0]!;
  const procedure = (await staff.call('procedureGetDetails', { id })).data;
  const template = (await staff.call('templatesGet', { search: 'FORM_1' })).data.records[0]!;
  const { procedureID, version: libraryVersion, risks, anaestheticDefault } = procedure;
  const chosen = { procedureID, side: 'RIGHT' as const, libraryVersion, risks, anaesthetic: anaestheticDefault ?? [] };
  await saveLibraryEntries(store, [chosen]);
  const clinicianStatement = { discussed: true, capacity: true };
  const content = { templateID: template._id, procedures: [chosen], interpreterNeeded: false, clinicianStatement };
  return { procedure, template, content };
}

async function begun({ tablet }: Ward, { act }: Recorder): Promise<[Form, string, string]> {
  const { store } = tablet;
  act('patients, and a form that is begun');
  const person = (lastName: string) => createPatient(store, { firstName: 'Amber', lastName, dateOfBirth: BORN });
  const patientID = await person('Demo-Maple');
  const [second, third] = [await person('Demo-Alder'), await person('Demo-Hazel')];
  const form = { ...(await createConsent(store, { patientID, formType: 'FORM_1' })), patientID };
  expect((await tablet.replay(form)).left).toEqual([]);
  await tablet.pull();
  return [form, second, third];
}

async function signedForm(
  { app, tablet, content }: Ward,
  { act }: Recorder,
  { form, questions }: { form: Form; questions: readonly string[] },
): Promise<void> {
  const { store } = tablet;
  const { consentID } = form;
  act('the form is completed and handed over, and what the patient answers');
  await saveDraft(store, consentID, content);
  await sendConsent(store, consentID);
  const { own } = await tablet.handOver(form, { role: 'PATIENT' });
  await enqueue(store, { call: 'recordIdentity', input: { consentID, confirmed: true, ...own } });
  await enqueue(store, { call: 'recordAnswers', input: { consentID, mattersToMe: 'That I can read again', ...own } });
  const answers = [1, 0].map((option) => ({ id: questions[0]!, option }));
  const skipped = { id: questions[1]!, option: null };
  await enqueue(store, { call: 'recordUnderstanding', input: { consentID, answers: [...answers, skipped], ...own } });
  expect((await tablet.replay(form)).left).toEqual([]);
  await tablet.pull();
  act('patient and clinician sign');
  await tablet.sign(form, { role: 'PATIENT' });
  await tablet.signAsClinician(form);
  const { left, consent } = await tablet.replay(form);
  expect([left, consent.status]).toEqual([[], 'SIGNED']);
  await app.doJobs();
  await tablet.pull();
}

async function onTheDay({ app, tablet }: Ward, { act }: Recorder, form: Form): Promise<void> {
  const { consentID, recordID } = form;
  act('it is listed, and confirmed on the day');
  const listed = { date: TODAY, theatre: 'Theatre 1', listType: 'THEATRE' as const };
  await enqueue(tablet.store, { call: 'recordUpdate', input: { recordID, listed } });
  await tablet.confirm(consentID);
  const { left, consent } = await tablet.replay(form);
  expect([left, consent.confirmation?.name]).toEqual([[], 'Demo Clinician']);
  await app.doJobs();
}

/** @returns the id of the clinician who operates from then on */
async function signedWithInk({ app, tablet, content }: Ward, { act }: Recorder): Promise<string> {
  const { store, staff } = tablet;
  act('a form is signed with ink');
  const form = await tablet.send('FORM_1', { born: BORN, ...content });
  const { consentID, recordID } = form;
  const ink = await saveStrokes(store, { consentId: consentID, pad: 'PATIENT' }, wave());
  const { own, ticket } = await tablet.handOver(form, { role: 'PATIENT' });
  const { statement, contentDigest, recipients } = ticket;
  const signer = recipients.find(({ role }) => role === 'PATIENT')!.recipient_name;
  const shown = { name: signer, statement, contentDigest, capturedAt: `${TODAY}T14:08:00.000Z` };
  await enqueue(store, { call: 'recordSign', input: { consentID, ...own, ...shown, method: 'DRAWN' }, ink });
  await tablet.signAsClinician(form);
  expect((await tablet.replay(form)).consent.status).toBe('SIGNED');
  await app.doJobs();
  await tablet.pull();
  act('another clinician operates');
  const { user } = await staff.call('userMe', {});
  const { records } = (await staff.call('userGetClinicians', {})).data;
  const clinicianID = records.find(({ _id }) => _id !== user._id)!._id;
  await enqueue(store, { call: 'recordUpdate', input: { recordID, clinicianID } });
  expect((await tablet.replay(form)).left).toEqual([]);
  act('it is taken back');
  await withdrawConsent(store, consentID, 'I will wait');
  const { left, consent } = await tablet.replay(form);
  expect([left, consent.status]).toEqual([[], 'WITHDRAWN']);
  await app.doJobs();
  return clinicianID;
}

async function refusedForm({ tablet, content }: Ward, { act }: Recorder): Promise<Form> {
  act('a form is thought over, and refused');
  const form = await tablet.send('FORM_1', { born: BORN, ...content });
  const { own } = await tablet.handOver(form, { role: 'PATIENT' });
  const { consentID } = form;
  await enqueue(tablet.store, { call: 'recordLater', input: { consentID, comments: 'I ask my family', ...own } });
  await tablet.decline(form, { role: 'PATIENT' }, 'I do not want it');
  const { left, consent } = await tablet.replay(form);
  expect([left, consent.status]).toEqual([[], 'DECLINED']);
  return form;
}

async function endedCases({ tablet }: Ward, { act }: Recorder, { done, closed }: { done: Form; closed: Form }): Promise<void> {
  await tablet.pull();
  act('an operation was done, and a case does not go ahead');
  await enqueue(tablet.store, { call: 'recordDone', input: { id: done.recordID, on: TODAY } });
  await enqueue(tablet.store, { call: 'recordClose', input: { id: closed.recordID, reason: 'HOSPITAL' } });
  expect((await tablet.replay(done)).left).toEqual([]);
}

async function patientsChanged(
  { app, tablet }: Ward,
  { act }: Recorder,
  { form, second, third }: { form: Form; second: string; third: string },
): Promise<void> {
  const { store, staff } = tablet;
  const sendAll = async () => (await tablet.replay(form)).left;
  act('the details of a patient change');
  await updatePatient(store, third, { hospitalNumber: 'RX4711', phoneNumber: '02079460003' });
  expect(await sendAll()).toEqual([]);
  act('they are found to be entered twice');
  await enqueue(store, { call: 'patientUpdateStatus', input: { id: third, status: 'MERGED', mergedInto: form.patientID } });
  expect(await sendAll()).toEqual([]);
  const theirs = { id: second, version: 1, phoneNumber: '02079460001' };
  const key = randomUUID();
  act('a patient whom a colleague changed meanwhile', [{ key, call: 'PUT patient/update', input: theirs }]);
  await (await signIn(app)).call('patientUpdate', theirs, key);
  await updatePatient(store, second, { phoneNumber: '02079460002' });
  await sendAll();
  const [clash] = await outboxItems(store.db);
  expect(clash?.state).toBe('conflict');
  await resolveConflict(store, clash!.opId, { phoneNumber: 'mine' });
  expect(await sendAll()).toEqual([]);
  expect((await staff.call('patientGetDetails', { id: second })).data.patient.phoneNumber).toBe('02079460002');
}
