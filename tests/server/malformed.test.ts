import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { calls, type CallName } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { PERMISSIONS } from '#domain/accounts/roles.ts';
import { json } from '#server/data/json.ts';
import { aPatient, draft, handOver, inked, procedureId, sent, signed, signIn } from '#tests/support/forms/builders.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { CANARY, malformedWrites, strangeReads } from '#tests/support/server/malformed.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { A_TEMPLATE, inputOf, requestOf } from '#tests/support/server/requests.ts';
import { snapshotOf } from '#tests/support/tablet/snapshot.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const queries = isFull ? 300 : 10;
/** For each call that writes; a part of its own has more. */
const bodies = Number(process.env['MALFORMED'] ?? queries);
/** Requests on their way at the same time. */
const AT_ONCE = 8;
vi.setConfig({ testTimeout: 60_000 + bodies * 100 });
const seed = Math.floor(seededRandom('malformed')() * 2 ** 31);
const table = Object.entries<Call>(calls) as [CallName, Call][];
const writes = table.filter(([, { method }]) => method !== 'GET');
const reads = table.filter(([, { method }]) => method === 'GET');

let staffToken: string;
let adminToken: string;
let ticket: string;
let inputs: Partial<Record<CallName, Record<string, unknown>>>;
const app = useTestApp(async (opened) => {
  // Somebody who may do everything: nothing is refused before it is read.
  await opened.database.db
    .updateTable('roles')
    .set({ permissions: json([...PERMISSIONS]) })
    .where('key', '=', 'BCH_CLINICIAN')
    .execute();
  const staff = await signIn(opened, 'bch@demo.nhs.uk');
  staffToken = staff.token;
  adminToken = (await signIn(opened, 'admin@demo.nhs.uk')).token;
  // Whole and true inputs, so that breaking one field is all that is wrong with what is sent.
  const made = await draft(staff);
  const out = await sent(staff);
  const done = await signed(opened, staff);
  const holder = await handOver(opened, staff, out);
  ticket = holder.token;
  const { data: question } = await holder.call('recordQuestion', { consentID: out.consentID, text: 'Why?' });
  const { id: patientID, version } = (await staff.call('patientCreate', aPatient())).data.patient;
  const content = {
    procedures: [
      {
        procedureID: await procedureId(staff),
        side: 'LEFT',
        site: 'eye',
        risks: [{ name: 'Risk', frequency: { num: 1, den: 100 } }],
      },
    ],
    clinicianStatement: { discussed: true, capacity: true },
    mattersToMe: 'Reading',
    additionalChoices: [{ id: 'blood', title: 'Blood', answer: 'ACCEPT' }],
    choiceDetails: [{ id: 'blood', words: { ask: 'Blood', REFUSE: 'NO BLOOD' }, isSafety: true }],
    refusals: ['None'],
    interpreter: { name: 'Demo', language: 'Polish' },
    interpreterNeeded: true,
    interpreterNoneReason: 'None',
    activeTab: 2,
  };
  const template = (await staff.call('templatesCreate', { name: 'Own', formType: 'FORM_3', data: [...A_TEMPLATE] })).data;
  const theOut = { consentID: out.consentID };
  inputs = {
    patientCreate: {
      ...aPatient(),
      nhsNumber: '9990000018',
      sex: 'FEMALE',
      emailAddress: 'a@example.org',
      phoneNumber: '01632 960001',
      address: 'Lane',
      communication: { language: 'en' },
    },
    patientBulkAdd: {
      patients: [
        { ...aPatient(), id: randomUUID(), status: 'INACTIVE', nhsNumber: '9990000018', communication: { language: 'en' } },
      ],
      digest: '0'.repeat(64),
      mapping: { Surname: 'lastName', Ward: null },
    },
    patientUpdate: { id: patientID, version, lastName: 'Demo-Changed', communication: { language: 'pl' } },
    patientUpdateStatus: { id: patientID, version, status: 'INACTIVE' },
    patientConflict: {
      id: patientID,
      kind: 'CHOSEN',
      fields: [{ field: 'phoneNumber', mine: '01632 960002', theirs: null, resolution: 'THEIRS' }],
      enteredAt: '2026-08-06T14:04:30.000Z',
    },
    patientAnother: { id: patientID, otherId: randomUUID(), reason: 'Twins' },
    patientHistory: { id: patientID },
    consentCreate: { patientID, formType: 'FORM_1', consentID: randomUUID(), recordID: randomUUID(), ...content },
    consentUpdate: { consentID: made.consentID, version: made.version, ...content },
    consentSend: { consentID: made.consentID, version: made.version, channel: 'DEVICE' },
    consentSendToSign: { ...theOut, role: 'PATIENT', handoverId: randomUUID() },
    recordSign: { ...inked(holder.details), comments: 'None', clockOffset: 0 },
    recordIdentity: { ...theOut, confirmed: true },
    recordDecline: { ...theOut, reason: 'None', comments: 'None' },
    recordLater: { ...theOut, comments: 'None' },
    recordQuestion: { ...theOut, text: 'Why?' },
    pageContactUpdate: { ...theOut, refused: ['SMS'], preferred: 'EMAIL' },
    pageNote: { ...theOut, text: 'A new tablet' },
    recordAnswers: { ...theOut, mattersToMe: 'Reading', additionalChoices: out.additionalChoices },
    recordUnderstanding: { ...theOut, answers: [{ id: randomUUID(), option: null }] },
    recordWithdraw: { consentID: done.consentID, reason: 'None' },
    recordAnswer: { id: question.id, answer: 'Because' },
    recordVoid: { ...theOut, reason: 'None' },
    recordConfirm: {
      consentID: done.consentID,
      statement: 'Today',
      typedName: 'Demo Clinician',
      answers: { sideRight: true, somethingNew: false, questions: false, stillWanted: true, viewsChanged: false },
      note: 'None',
      capturedAt: '2026-08-06T14:04:30.000Z',
      clockOffset: 0,
    },
    recordNotConfirmed: {
      consentID: done.consentID,
      answers: { sideRight: true, somethingNew: true, questions: false, stillWanted: true, viewsChanged: false },
      note: 'None',
      capturedAt: '2026-08-06T14:04:30.000Z',
      clockOffset: 0,
    },
    safetyReport: {
      id: randomUUID(),
      kind: 'WRONG_LIGHT',
      harm: 'NO',
      words: 'The light was wrong',
      recordID: out.recordID,
      context: { route: '/listed', requestIds: [randomUUID()], isOnline: true, unsent: 0 },
    },
    recordDone: { id: done.recordID, on: '2026-08-06', withoutReason: 'None at hand', source: 'LIST' },
    recordClose: { id: done.recordID, reason: 'OTHER', note: 'None' },
    recordUndoEnd: { id: done.recordID, reason: 'None' },
    recordTake: { id: done.recordID, need: 'WITHDRAWN', from: randomUUID() },
    recordGiveBack: { id: done.recordID, need: 'WITHDRAWN' },
    recordDoneList: { ids: [done.recordID], on: '2026-08-06' },
    recordDisagreement: { ...theOut, version: 1, outcome: 'NOT_SETTLED' },
    recordAssessChild: {
      ...theOut,
      version: 1,
      able: true,
      reason: 'None',
      points: { treatment: true, risks: true, alternatives: true, weighs: true, free: true },
    },
    recordAcceptIdentity: {
      consentID: done.consentID,
      version: 1,
      record: { firstName: 'Ada', lastName: 'Demo-Oak', dateOfBirth: '1950-03-14', nhsNumber: null },
      reason: 'None',
    },
    recordTalked: { consentID: done.consentID, choiceIDs: ['blood'], takenBack: true, outcome: 'None' },
    recordBothMeant: { consentID: done.consentID, version: 1, others: [out.consentID], reason: 'None' },
    recordRecall: { ...theOut, reason: 'None' },
    recordReopen: { id: done.recordID, reason: 'None' },
    recordReconsent: { id: done.recordID, reason: 'None' },
    templatesUpdate: { _id: template._id, version: 1, name: 'Own', formType: 'FORM_3', data: A_TEMPLATE },
    templatesPreview: { formType: 'FORM_3', data: A_TEMPLATE, format: 'PDF' },
    templatesDelete: { _id: template._id },
    templatesGetVersions: { _id: template._id },
    recordPdf: {
      caseID: done.recordID,
      htmlString: Buffer.from('<p>Demo</p>').toString('base64'),
      actions: { recipients: [{ recipient_name: 'Demo', role: 'PATIENT', signing_order: 1 }] },
    },
    recordDelete: { id: made.recordID },
    recordUpdate: { recordID: made.recordID, version: 1, listed: { date: '2026-09-01', theatre: '2', listType: 'THEATRE' } },
    recordSend: { recordID: out.recordID, version: out.version, channel: 'DEVICE' },
    userDestroyToken: { wipe: false },
    patientGetDetails: { id: patientID },
    patientGetBundle: { id: patientID, documents: 'DATA' },
    recordDetails: { id: out.recordID },
    recordTimeline: { id: out.recordID },
    consentGetPrivateUrl: { consentID: done.consentID, kind: 'SIGNED' },
    consentDownload: { request_id: done.consentID },
    consentDetailsByToken: { token: ticket },
  };
});

const except = ['sessions', 'throttles', 'idempotency'];
// Links and tickets are renewed by use, and what is read or exported is logged.
const exceptReading = [...except, 'document_links', 'tickets', 'security_log', 'access_log', 'chain_heads'];
const tokenFor = ({ access }: Call) => {
  if (access.includes('roles.manage')) return adminToken;
  return access.includes('ticket') && !access.includes('signedIn') && !access.includes('consents.withdraw') ? ticket : staffToken;
};
const IDS = ['id', '_id', 'consentID', 'patientID', 'recordID', 'caseID'];
// Every input schema of the table is an object schema.
const namesAnId = ({ input }: Call) => IDS.some((each) => each in (input as unknown as { entries: object }).entries);
const inputFor = (name: CallName, entry: Call) => inputs[name] ?? inputOf(entry);

test.each(writes)(`%s refuses ${bodies} malformed bodies, writes nothing and quotes nothing`, async (name, entry) => {
  const before = await snapshotOf(app.database.db, { except });
  const requests = fc.sample(malformedWrites(entry, { token: tokenFor(entry), input: inputFor(name, entry) }), {
    numRuns: bodies,
    seed,
  });
  const refuse = async (request: (typeof requests)[number]): Promise<void> => {
    const { status, text, body, headers } = await app.ask(request);
    const told = `${status} for ${String(request.payload).slice(0, 300)}`;
    expect(status, told).toBeOneOf([400, 413, 415]);
    expect(text, told).not.toContain(CANARY);
    expect(body, told).toMatchObject({
      message: expect.any(String),
      error: expect.any(String),
      requestId: headers['x-request-id'],
    });
  };
  for (let at = 0; at < requests.length; at += AT_ONCE) await Promise.all(requests.slice(at, at + AT_ONCE).map(refuse));
  expect(await snapshotOf(app.database.db, { except })).toEqual(before);
});

// The own id of a new patient, and of a report, is the one that the call makes; callbacks of services read bytes, and have tests of their own.
const aboutIds = writes.filter(
  ([name, entry]) => !['patientCreate', 'safetyReport'].includes(name) && entry.body !== 'raw' && namesAnId(entry),
);

test.each(aboutIds)('%s finds no id that nobody made, and writes nothing for it', async (name, entry) => {
  const before = await snapshotOf(app.database.db, { except });
  for (const id of [randomUUID(), '018f0000-0000-7000-8000-00000000dead', '00000000-0000-4000-8000-000000000000']) {
    const others = Object.fromEntries(IDS.filter((each) => each in inputFor(name, entry)).map((each) => [each, id]));
    const { status } = await app.ask({
      ...requestOf(entry, { token: tokenFor(entry), fields: { ...inputFor(name, entry), ...others } }),
    });
    // A link that nobody made is told as one that has ended.
    expect(status).toBeOneOf(name.startsWith('recordVerify') ? [410] : [403, 404]);
  }
  expect(await snapshotOf(app.database.db, { except })).toEqual(before);
});

test.each(reads)(`%s survives ${queries} strange queries and quotes nothing`, async (name, entry) => {
  const before = await snapshotOf(app.database.db, { except: exceptReading });
  const requests = fc.sample(strangeReads(entry, { token: tokenFor(entry), input: inputFor(name, entry) }), {
    numRuns: queries,
    seed,
  });
  for (const request of requests) {
    const { status, text } = await app.ask(request);
    expect(status, `${status} for ${request.url as string}`).toBeLessThan(500);
    expect(text, request.url as string).not.toContain(CANARY);
  }
  expect(await snapshotOf(app.database.db, { except: exceptReading })).toEqual(before);
});

test('a malformed key of a write is refused before anything is written', async () => {
  const before = await snapshotOf(app.database.db, { except });
  for (const key of ['', ' ', CANARY, '0', `${randomUUID()} `, 'x'.repeat(5000), '{}'])
    expect([
      key,
      (
        await app.ask({
          method: 'POST',
          url: '/api/patient/create',
          headers: { authorization: `Bearer ${staffToken}`, 'idempotency-key': key },
          payload: aPatient(),
        })
      ).status,
    ]).toEqual([key, expect.toBeOneOf([400])]);
  expect(await snapshotOf(app.database.db, { except })).toEqual(before);
});
