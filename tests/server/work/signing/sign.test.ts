import { beforeEach, expect, test } from 'vitest';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import type { Input } from '#contract/calls.ts';
import { IMPLIED_CHOICES } from '#domain/consents/consent.ts';
import {
  draft,
  handOver,
  inked,
  sent,
  signAll,
  signed,
  signIn,
  typed,
  wave,
  type Caller,
} from '#tests/support/forms/builders.ts';
import { textOf, unbroken } from '#tests/server/outside/pdf/pdf-tools.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
});

const interpreter = { name: 'Demo Interpreter', language: 'Polish', signsHere: true };
const details = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data;
const timelineOf = async (recordID: string) => (await details(recordID)).timeline.map(({ type }) => type);

test('an interpreter who signs here has the third block, and the form is signed only when all three have signed', async () => {
  const version = await sent(staff, { interpreterNeeded: true, interpreter });
  expect(version.recipients.map(({ role, signing_order, recipient_name }) => [role, signing_order, recipient_name])).toEqual([
    ['PATIENT', 1, expect.any(String)],
    ['CLINICIAN', 2, 'Demo Clinician'],
    ['INTERPRETER', 3, 'Demo Interpreter'],
  ]);
  expect(version.statements['INTERPRETER']).toContain('in Polish');
  await staff.call('recordSign', typed(version));
  const third = await handOver(app, staff, { consentID: version.consentID, role: 'INTERPRETER' });
  const after = await third.call('recordSign', inked(third.details, { comments: 'Interpreted in person' }));
  expect(after.data.status).toBe('PARTIALLY_SIGNED');
  const patient = await handOver(app, staff, { consentID: version.consentID });
  expect((await patient.call('recordSign', inked(patient.details))).data.status).toBe('SIGNED');
  expect((await details(version.recordID)).consents[0]).toMatchObject({
    interpreterComments: 'Interpreted in person',
    sealState: 'SEALING',
  });
});

test('an interpreter with an email address alone is asked for a signature too, and without either is not', async () => {
  const mailed = await sent(staff, {
    interpreterNeeded: true,
    interpreter: { name: 'Demo Interpreter', language: 'Polish', emailAddress: 'interpreter@demo.nhs.uk' },
  });
  expect(mailed.recipients.map(({ role }) => role)).toEqual(['PATIENT', 'CLINICIAN', 'INTERPRETER']);
  const heard = await sent(staff, { interpreterNeeded: true, interpreter: { name: 'Demo Interpreter', language: 'Polish' } });
  expect(heard.recipients.map(({ role }) => role)).toEqual(['PATIENT', 'CLINICIAN']);
});

test.each([
  ['a typed name', { method: 'TYPED', typedName: 'Test Demo' }],
  [
    'a mark with a witness',
    { method: 'MARK_WITNESSED', strokes: [[{ x: 0.5, y: 0.5, t: 0 }]], witness: { name: 'Demo Witness', role: 'Nurse' } },
  ],
  ['spoken words with a witness', { method: 'VERBAL_WITNESSED', witness: { name: 'Demo Witness', role: 'Nurse' } }],
] as const)('%s counts as much as a drawn signature', async (_, how) => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  const { strokes: _ink, ...plain } = inked(patient.details);
  await patient.call('recordSign', {
    ...plain,
    ...how,
    strokes: 'strokes' in how ? how.strokes.map((stroke) => [...stroke]) : undefined,
  });
  await staff.call('recordSign', typed(version));
  await app.doJobs();
  const { consents } = await details(version.recordID);
  expect(consents[0]).toMatchObject({ status: 'SIGNED', sealState: 'SEALED' });
  expect(consents[0]!.signatures.find(({ role }) => role === 'PATIENT')).toMatchObject({
    method: how.method,
    witness: 'witness' in how ? how.witness : null,
  });
});

const dot = [Array.from({ length: 20 }, () => ({ x: 0.5, y: 0.5, t: 0 }))];
test.each([
  ['a blank pad', { strokes: [] }, 'strokes'],
  ['no strokes at all', { strokes: undefined }, 'strokes'],
  ['a dot', { strokes: dot }, 'strokes'],
  ['seven points', { strokes: [wave()[0]!.slice(0, 7)] }, 'strokes'],
  ['no typed name', { method: 'TYPED', strokes: undefined }, 'typedName'],
  ['a mark without a witness', { method: 'MARK_WITNESSED' }, 'witness'],
  [
    'a witness without a mark',
    { method: 'MARK_WITNESSED', strokes: [], witness: { name: 'Demo Witness', role: 'Nurse' } },
    'strokes',
  ],
  ['spoken words without a witness', { method: 'VERBAL_WITNESSED', strokes: undefined }, 'witness'],
  ['paper', { method: 'PAPER_SCAN' }, 'method'],
] as const)('%s is no signature, and the field is named', async (_, change, path) => {
  const patient = await handOver(app, staff, await sharedVersion());
  // The table's lists are read-only; the call's are not.
  const body = inked(patient.details, structuredClone(change) as Partial<Input<'recordSign'>>);
  expect((await patient.refused('recordSign', body)).fields.map((each) => each.path)).toContain(path);
});

let shared: ReturnType<typeof sent> | undefined;
function sharedVersion() {
  return (shared ??= sent(staff));
}

test('the patient declines as easily as signing, and the words are kept', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  const { data } = await patient.call('recordDecline', {
    consentID: version.consentID,
    reason: 'I want to wait',
    comments: 'Until spring',
  });
  expect(data).toEqual({ consentID: version.consentID, status: 'DECLINED', signerState: 'DECLINED' });
  const after = await details(version.recordID);
  expect(after.record.status).toBe('DECLINED');
  expect(after.consents[0]!.patientComments).toBe('I want to wait\nUntil spring');
  expect(after.timeline.at(-1)).toMatchObject({ type: 'DECLINED', actor: { kind: 'SIGNER', role: 'PATIENT' } });
  expect((await patient.refused('recordSign', inked(patient.details))).code).toBe('MOVE_REFUSED');
  expect((await staff.refused('recordSign', typed(version))).code).toBe('MOVE_REFUSED');
});

test('who needs more time changes nothing but the timeline, and may sign later', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  const { data } = await patient.call('recordLater', { consentID: version.consentID, comments: 'Ask my daughter' });
  expect(data).toEqual({ consentID: version.consentID, status: 'SENT', signerState: 'OPENED' });
  expect((await details(version.recordID)).timeline.at(-1)).toMatchObject({
    type: 'MORE_TIME',
    detail: { comments: 'Ask my daughter' },
  });
  expect((await patient.call('recordSign', inked(patient.details))).data.status).toBe('PARTIALLY_SIGNED');
});

test('an open question holds the patient’s signature back until it is answered, and nobody else’s', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  const { data: question } = await patient.call('recordQuestion', {
    consentID: version.consentID,
    text: 'How long will it hurt?',
  });
  const held = await patient.refused('recordSign', inked(patient.details));
  expect(held).toMatchObject({
    status: 409,
    code: 'MOVE_REFUSED',
    message: 'A question is still open. Please talk about it before signing.',
  });
  await staff.call('recordSign', typed(version));
  const { data: answered } = await staff.call('recordAnswer', { id: question.id, answer: 'About a week' });
  expect(answered).toMatchObject({
    id: question.id,
    text: 'How long will it hurt?',
    answer: 'About a week',
    answeredBy: 'Demo Clinician',
  });
  expect(ticketDetails(await patient.call('consentDetailsByToken', { token: patient.token })).consent.questions).toEqual([
    answered,
  ]);
  expect((await patient.call('recordSign', inked(patient.details))).data.status).toBe('SIGNED');
});

test('what the patient answers on the tablet changes the digest, and a signature over the old one is refused', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  const [first] = IMPLIED_CHOICES;
  const { data: answered } = await patient.call('recordAnswers', {
    consentID: version.consentID,
    mattersToMe: 'To read to my grandchildren',
    additionalChoices: [{ ...first!, answer: 'REFUSE' }],
  });
  expect(answered.contentDigest).not.toBe(version.contentDigest);
  expect(answered).toMatchObject({ mattersToMe: 'To read to my grandchildren', status: 'SENT' });
  expect(answered.additionalChoices).toHaveLength(IMPLIED_CHOICES.length);
  expect((await patient.refused('recordSign', inked(patient.details))).code).toBe('SIGNED_CONTENT_MISMATCH');
  expect((await staff.refused('recordSign', typed(version))).code).toBe('SIGNED_CONTENT_MISMATCH');
  const again = ticketDetails(await patient.call('consentDetailsByToken', { token: patient.token }));
  expect(again.contentDigest).toBe(answered.contentDigest);
  await patient.call('recordSign', inked(again));
  const late = await patient.refused('recordAnswers', { consentID: version.consentID, mattersToMe: 'Something else' });
  expect(late.code).toBe('ALREADY_SIGNED');
});

test('only choices that were offered can be answered', async () => {
  const patient = await handOver(app, staff, await sent(staff));
  const consentID = patient.details.consent.consentID;
  const strange = await patient.refused('recordAnswers', {
    consentID,
    additionalChoices: [{ id: 'kidney', title: 'Give a kidney', answer: 'ACCEPT' }],
  });
  expect(strange.fields).toEqual([{ path: 'additionalChoices.0.id', message: 'This choice was not offered' }]);
});

test('a signature under another statement, or for a form that was not shown, is refused before its ink is looked at', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  const blank = { strokes: [] };
  for (const change of [
    { contentDigest: '0'.repeat(64) },
    { statement: 'I agree to everything' },
    { statement: version.statements['CLINICIAN'] ?? '' },
  ])
    expect(await patient.refused('recordSign', inked(patient.details, { ...change, ...blank }))).toMatchObject({
      status: 409,
      code: 'SIGNED_CONTENT_MISMATCH',
    });
  expect((await patient.refused('recordSign', inked(patient.details, blank))).status).toBe(400);
});

test('nobody signs twice, and whoever said that the details are wrong does not sign at all', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  await patient.call('recordIdentity', { consentID: version.consentID, confirmed: false });
  expect((await patient.refused('recordSign', inked(patient.details))).code).toBe('MOVE_REFUSED');
  await patient.call('recordIdentity', { consentID: version.consentID, confirmed: true });
  await patient.call('recordSign', inked(patient.details));
  expect((await patient.refused('recordSign', inked(patient.details))).code).toBe('ALREADY_SIGNED');
  expect(await timelineOf(version.recordID)).toEqual(expect.arrayContaining(['IDENTITY_REFUSED', 'IDENTITY_CONFIRMED']));
});

test('a second tap signs once, also when both arrive at the same moment', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  const body = inked(patient.details);
  const taps = await Promise.all([1, 2, 3].map(() => patient.call('recordSign', body).catch((error: unknown) => error)));
  expect(taps.filter((each) => each instanceof Error)).toHaveLength(2);
  expect((await details(version.recordID)).consents[0]!.signatures).toHaveLength(1);
});

test('a staff session never fits a patient’s block, and a name typed for staff is the session’s own', async () => {
  const version = await sent(staff, { interpreterNeeded: true, interpreter });
  for (const role of ['PATIENT', 'INTERPRETER', 'PARENT'] as const)
    expect(
      await staff.refused('recordSign', typed(version, { role, statement: version.statements[role] ?? 'none' })),
    ).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  await staff.call('recordSign', typed(version, { name: 'Professor Somebody' }));
  expect((await details(version.recordID)).consents[0]!.signatures).toMatchObject([
    { role: 'CLINICIAN', name: 'Demo Clinician' },
  ]);
});

test('no ticket reaches the clinician’s block, a role that signs nothing, or a form that is not out', async () => {
  const version = await sent(staff);
  for (const role of ['CLINICIAN', 'INTERPRETER', 'PARENT'] as const)
    expect((await staff.refused('consentSendToSign', { consentID: version.consentID, role })).fields).toMatchObject([
      { path: 'role' },
    ]);
  const { consentID } = await draft(staff);
  expect((await staff.refused('consentSendToSign', { consentID, role: 'PATIENT' })).code).toBe('MOVE_REFUSED');
  await signAll(app, staff, version);
  expect((await staff.refused('consentSendToSign', { consentID: version.consentID, role: 'PATIENT' })).code).toBe('MOVE_REFUSED');
});

test('a name that differs from the record’s is kept as typed and noted', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  await patient.call('recordSign', inked(patient.details, { name: 'T. Demo' }));
  const after = await details(version.recordID);
  expect(after.consents[0]!.signatures[0]!.name).toBe('T. Demo');
  expect(after.timeline.find(({ type }) => type === 'SIGNED')).toMatchObject({
    deviceAt: '2026-08-06T14:04:30.000Z',
    detail: { nameAsSigned: 'T. Demo', nameExpected: version.recipients[0]!.recipient_name },
  });
});

test.each([
  [true, 'Yes', 'Typed another name than the form’s; asked, the signer said that they sign so'],
  [undefined, 'Nobody asked', 'Typed another name than the form’s; nobody asked'],
])(
  'a typed name that is not the form’s is taken, confirmed or not (%o), and the evidence says which',
  async (asked, told, printed) => {
    const version = await sent(staff);
    const patient = await handOver(app, staff, version);
    const { strokes: _, ...body } = inked(patient.details, { method: 'TYPED', name: 'Someone Else', typedName: 'Someone Else' });
    await patient.call('recordSign', { ...body, ...(asked === undefined ? {} : { nameConfirmed: asked }) });
    await staff.call('recordSign', typed(version));
    const { timeline } = await details(version.recordID);
    expect(timeline.filter(({ type }) => type === 'SIGNED').map(({ detail }) => detail['nameConfirmed'])).toEqual([
      told,
      undefined,
    ]);
    await app.doJobs();
    expect(unbroken(textOf(await staff.download(version.consentID)))).toContain(unbroken(printed));
  },
);

test('a withdrawn consent is in force no longer, at once, and its file says so', async () => {
  const version = await signed(app, staff);
  await app.doJobs();
  const pdf = await staff.download(version.consentID);
  await staff.call('recordWithdraw', { consentID: version.consentID, reason: 'Changed my mind' });
  const { record, timeline } = await details(version.recordID);
  expect(record).toMatchObject({ status: 'WITHDRAWN', inForceConsentID: null });
  expect(timeline.at(-1)).toMatchObject({ type: 'WITHDRAWN', detail: { reason: 'Changed my mind' } });
  expect((await staff.call('verifyFile', { file: new Blob([new Uint8Array(pdf)]) })).data).toMatchObject({
    state: 'AUTHENTIC',
    status: 'WITHDRAWN',
  });
  expect((await staff.refused('recordWithdraw', { consentID: version.consentID })).code).toBe('MOVE_REFUSED');
});

test('the patient withdraws with the tablet still in hand, and downloads until then', async () => {
  const version = await sent(staff);
  await staff.call('recordSign', typed(version));
  const patient = await handOver(app, staff, version);
  await patient.call('recordSign', inked(patient.details));
  await app.doJobs();
  expect((await patient.download(version.consentID)).length).toBeGreaterThan(1000);
  expect((await patient.call('recordWithdraw', { consentID: version.consentID })).data.status).toBe('WITHDRAWN');
  expect((await patient.refused('recordWithdraw', { consentID: version.consentID })).code).toBe('MOVE_REFUSED');
  await app.doJobs();
  expect((await patient.download(version.consentID)).length).toBeGreaterThan(1000);
});

test('an interpreter who cannot sign ends nothing: withdrawing and answering are the patient’s', async () => {
  const version = await sent(staff, { interpreterNeeded: true, interpreter });
  const holder = await handOver(app, staff, { consentID: version.consentID, role: 'INTERPRETER' });
  const { consentID } = version;
  const { data: unable } = await holder.call('recordDecline', { consentID, reason: 'I do not know this language' });
  expect(unable).toMatchObject({ status: 'SENT', signerState: 'DECLINED' });
  expect((await holder.refused('recordAnswers', { consentID, mattersToMe: 'x' })).code).toBe('FORBIDDEN');
  const patient = await handOver(app, staff, version);
  await patient.call('recordSign', inked(patient.details));
  await staff.call('recordSign', typed(version));
  await holder.call('recordSign', inked(holder.details));
  expect((await holder.refused('recordWithdraw', { consentID })).code).toBe('FORBIDDEN');
  expect((await details(version.recordID)).record.status).toBe('SIGNED');
});

test('an answer that the patient has read is not written over', async () => {
  const patient = await handOver(app, staff, await sent(staff));
  const { data: question } = await patient.call('recordQuestion', {
    consentID: patient.details.consent.consentID,
    text: 'How long?',
  });
  await staff.call('recordAnswer', { id: question.id, answer: 'A week' });
  expect((await staff.refused('recordAnswer', { id: question.id, answer: 'A year' })).code).toBe('MOVE_REFUSED');
});

test('staff sign by drawing or typing, and the name typed is the session’s own', async () => {
  const version = await sent(staff);
  const witness = { name: 'Demo Witness', role: 'Nurse' };
  for (const method of ['VERBAL_WITNESSED', 'MARK_WITNESSED'] as const)
    expect((await staff.refused('recordSign', typed(version, { method, witness, strokes: wave() }))).fields).toMatchObject([
      { path: 'method' },
    ]);
  await staff.call('recordSign', typed(version, { typedName: 'Professor Somebody' }));
  expect((await details(version.recordID)).consents[0]!.signatures).toMatchObject([{ typedName: 'Demo Clinician' }]);
});

test('a session signs for nobody else, with or without the handover’s id', async () => {
  const version = await sent(staff, { interpreterNeeded: true, interpreter });
  const { ticket, handoverId } = await staff.call('consentSendToSign', { consentID: version.consentID, role: 'PATIENT' });
  const shown = ticketDetails(await staff.call('consentDetailsByToken', { token: ticket }));
  const stranger = await signIn(app, 'bch@demo.nhs.uk');
  const other = inked(shown, { handoverId, role: 'INTERPRETER', statement: version.statements['INTERPRETER'] ?? '' });
  expect((await stranger.refused('recordSign', inked(shown, { handoverId }))).status).toBe(403);
  for (const signature of [inked(shown), other, inked(shown, { handoverId })])
    expect((await staff.refused('recordSign', signature)).status).toBe(403);
  expect((await details(version.recordID)).record.status).toBe('SENT');
});
