import { HANDOVER_ANSWERS_MOST } from '#server/work/signing/handover.ts';
import { randomUUID } from 'node:crypto';
import { understandingOf, understandingResults, type UnderstandingQuestion } from '#domain/library/understanding.ts';
import { handOver, inked, sent, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { allSign, sent2 } from '#tests/support/forms/form-2.ts';
import { publish, publishedProcedure } from '#tests/support/forms/procedures.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { recordStatements } from '#tests/support/server/statements.ts';
import { kept, registerTablet, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { A_LEAFLET, giveQuestions, twoQuestions } from '#tests/support/forms/understanding.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { attachmentOf, textOf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { expect, test } from 'vitest';

let staff: Caller & { token: string; deviceId: string };
let questions: readonly UnderstandingQuestion[];
const app = useTestApp(async (opened) => {
  staff = await registerTablet(await signIn(opened));
  questions = await giveQuestions(opened);
  await giveQuestions(opened, 'tonsillectomy', twoQuestions());
});

const idAt = (at: number) => questions[at]!.id;
const timelineOf = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data.timeline;
const eventsOf = async (recordID: string) => (await timelineOf(recordID)).filter(({ type }) => type === 'UNDERSTANDING_CHECKED');

test('a signer’s view has the questions and the leaflets of the form’s own library version, and no digest covers them', async () => {
  const form = await sent(staff);
  const { details } = await handOver(app, staff, form);
  expect(details.extras).toEqual({
    understanding: [
      { procedureID: form.procedures[0]!.procedureID, procedureName: form.procedures[0]!.procedureName, questions },
    ],
    resources: [{ kind: 'LEAFLET', ...A_LEAFLET }],
  });
  expect(JSON.stringify(details.consent)).not.toContain('Which eye');
  const others = await handOver(app, staff, form);
  expect(others.details.contentDigest).toBe(form.contentDigest);
});

test('a link that is taken off is off the forms of before at once, also of an older version; the record names what was shown', async () => {
  const editor = await signIn(app, 'bch@demo.nhs.uk');
  const [publisher, own] = [await signIn(app, 'admin@demo.nhs.uk'), [{ title: 'Own', url: 'https://example.org/own' }]];
  const made = await publishedProcedure({ editor, publisher }, { Leaflets: own });
  const { procedureID } = made;
  const procedures = [{ procedureID, ...(made.sideRequired ? { side: 'LEFT' as const } : {}) }];
  const form = await sent(staff, { procedures });
  const first = await handOver(app, staff, form);
  expect(first.details.extras!.resources).toEqual([{ kind: 'LEAFLET', ...own[0] }]);
  const opened = (await timelineOf(form.recordID)).find(({ type }) => type === 'FORM_OPENED');
  expect(opened!.detail).toEqual({ links: own[0]!.url, order: 1 });
  const next = await editor.call('procedureUpdate', {
    procedureID,
    version: 1,
    revision: made.revision,
    procedureDescription: 'Next',
  });
  const inUse = await publish({ editor, publisher }, next.data);
  await editor.call('procedureEditResources', {
    id: procedureID,
    revision: inUse.revision,
    videoLinks: [],
    Leaflets: [],
    imageRefs: [],
  });
  const { data } = await first.call('consentDetailsByToken', { token: first.token });
  expect(data).toMatchObject({ consent: { procedures: [{ libraryVersion: 1 }] }, extras: { resources: [] } });
});

test('two procedures, and both sides of one, cost one statement, and each is asked about once', async () => {
  const one = await sent(staff);
  const [procedure] = one.procedures;
  const all = (await staff.call('procedureGet', { limit: 100 })).data.records.filter(({ formTypes }) =>
    formTypes.includes('FORM_1'),
  );
  const many = await sent(staff, {
    procedures: [
      { procedureID: procedure!.procedureID, side: 'RIGHT' },
      { procedureID: procedure!.procedureID, side: 'LEFT' },
      ...all
        .filter(({ procedureID, sideRequired }) => procedureID !== procedure!.procedureID && !sideRequired)
        .slice(0, 4)
        .map(({ procedureID }) => ({ procedureID })),
    ],
  });
  expect(many.procedures.length).toBeGreaterThan(3);
  const statements = recordStatements();
  const countOf = async (consentID: string) => {
    const holder = await handOver(app, staff, { consentID });
    const before = statements.count();
    const { data } = await holder.call('consentDetailsByToken', { token: holder.token });
    return { count: statements.count() - before, data };
  };
  const [few, more] = [await countOf(one.consentID), await countOf(many.consentID)];
  statements.stop();
  expect(more.count).toBe(few.count);
  expect(more.data).toMatchObject({ extras: { understanding: [{ procedureID: procedure!.procedureID }] } });
});

test('answers are an event of the signer with the words of each question, and nothing of the form changes', async () => {
  const form = await sent(staff);
  const patient = await handOver(app, staff, form);
  const answers = [
    { id: idAt(0), option: 1 },
    { id: idAt(0), option: 0 },
    { id: idAt(1), option: null },
  ];
  const { data, message } = await patient.call('recordUnderstanding', { consentID: form.consentID, answers });
  expect([data, message]).toEqual([{ consentID: form.consentID }, 'Your answers are saved']);
  const [event] = await eventsOf(form.recordID);
  expect(event).toMatchObject({ actor: { kind: 'SIGNER', role: 'PATIENT' }, versionId: form.consentID });
  expect(understandingResults(event!)).toEqual([
    { question: 'Which eye is it?', outcome: 'RIGHT', wrong: ['The left eye'] },
    { question: 'Can you choose to have no treatment?', outcome: 'SKIPPED', wrong: [] },
  ]);
  const [after] = (await staff.call('recordDetails', { id: form.recordID })).data.consents;
  expect([after!.contentDigest, after!.version]).toEqual([form.contentDigest, form.version]);
  await patient.call('recordSign', inked(patient.details));
});

test.each([
  ['all are wrong', (ids: string[]) => ids.map((id) => ({ id, option: 1 }))],
  ['all are left out', (ids: string[]) => ids.map((id) => ({ id, option: null }))],
  ['nothing is sent', () => []],
])('the form is signed and sealed where %s', async (_, answersOf) => {
  const form = await sent(staff);
  const patient = await handOver(app, staff, form);
  const answers = answersOf([idAt(0), idAt(1)]);
  if (answers.length > 0) await patient.call('recordUnderstanding', { consentID: form.consentID, answers });
  await patient.call('recordSign', inked(patient.details));
  await staff.call('recordSign', typed(form));
  expect((await staff.call('recordDetails', { id: form.recordID })).data.record.status).toBe('SIGNED');
});

test('a second answer is an event of its own: the last one counts, and the first stays', async () => {
  const form = await sent(staff);
  const patient = await handOver(app, staff, form);
  const { consentID } = form;
  await patient.call('recordUnderstanding', { consentID, answers: [{ id: idAt(0), option: 1 }] });
  const key = randomUUID();
  const right = { consentID, answers: [{ id: idAt(0), option: 0 }] };
  for (let nth = 0; nth < 2; nth += 1) await patient.call('recordUnderstanding', right, key);
  const timeline = await timelineOf(form.recordID);
  expect(timeline.filter(({ type }) => type === 'UNDERSTANDING_CHECKED')).toHaveLength(2);
  expect(understandingOf(timeline, consentID)).toMatchObject([
    { role: 'PATIENT', results: [{ outcome: 'RIGHT', wrong: [expect.any(String)] }] },
  ]);
});

test.each([
  ['an unknown question', [{ id: randomUUID(), option: 0 }], 'answers.0.id'],
  ['an option that is not offered', 3, 'answers.0.option'],
  ['an option below the first', -1, 'answers.0.option'],
  ['half an option', 0.5, 'answers.0.option'],
  ['an option in words', 'yes', 'answers.0.option'],
  ['no answers', [], 'answers'],
  ['no list', 'x', 'answers'],
  ['thirteen answers', 13, 'answers'],
] as const)('%s is refused by name, and nothing is written', async (_, given, path) => {
  const form = await sent(staff);
  const patient = await handOver(app, staff, form);
  const option = given as unknown as number;
  const answers =
    given === 13
      ? Array.from({ length: 13 }, () => ({ id: idAt(0), option: null }))
      : Array.isArray(given) || given === 'x'
        ? given
        : [{ id: idAt(0), option }];
  const answer = await app.ask({
    method: 'POST',
    url: '/api/record/understanding',
    headers: { authorization: `Bearer ${patient.token}` },
    payload: { consentID: form.consentID, answers },
  });
  expect([answer.status, answer.body?.fields?.[0]?.path]).toEqual([400, path]);
  expect(await eventsOf(form.recordID)).toEqual([]);
});

test('a third answer to one question is refused', async () => {
  const form = await sent(staff);
  const patient = await handOver(app, staff, form);
  const answers = [1, 2, 0].map((option) => ({ id: idAt(0), option }));
  const refused = await patient.refused('recordUnderstanding', { consentID: form.consentID, answers });
  expect(refused.fields).toEqual([{ path: 'answers.2.id', message: 'This question has too many answers' }]);
});

test('a ticket answers for its own form and before its signature alone; staff never answer for a signer', async () => {
  const [mine, other] = [await sent(staff), await sent(staff)];
  const patient = await handOver(app, staff, mine);
  const answers = [{ id: idAt(0), option: 0 }];
  expect((await patient.refused('recordUnderstanding', { consentID: other.consentID, answers })).code).toBe('FORBIDDEN');
  const asStaff = { consentID: mine.consentID, answers, role: 'PATIENT' as const, handoverId: patient.handoverId };
  expect((await staff.refused('recordUnderstanding', asStaff)).message).toMatch(/^Only the signer can do this/);
  await patient.call('recordSign', inked(patient.details));
  expect((await patient.refused('recordUnderstanding', { consentID: mine.consentID, answers })).code).toBe('ALREADY_SIGNED');
  const second = await handOver(app, staff, other);
  await staff.call('recordRecall', { consentID: other.consentID, reason: 'Another side' });
  expect([401, 409]).toContain((await second.refused('recordUnderstanding', { consentID: other.consentID, answers })).status);
  expect(await eventsOf(mine.recordID)).toEqual([]);
});

test('who decides nothing gets no questions and answers none', async () => {
  const form = await sent(staff, {
    interpreterNeeded: true,
    interpreter: { name: 'Demo Interpreter', language: 'Polish', signsHere: true },
  });
  const holder = await handOver(app, staff, { consentID: form.consentID, role: 'INTERPRETER' });
  expect(holder.details.extras?.understanding).toEqual([]);
  const answers = [{ id: idAt(0), option: 0 }];
  expect((await holder.refused('recordUnderstanding', { consentID: form.consentID, answers })).code).toBe('FORBIDDEN');
});

test('one handover fills no record: with a ticket it is refused, and in a queue it holds back nothing', async () => {
  const form = await sent(staff);
  const patient = await handOver(app, staff, form);
  const { consentID } = form;
  const answers = [{ id: idAt(0), option: 0 }];
  for (let nth = 0; nth < HANDOVER_ANSWERS_MOST; nth += 1) await patient.call('recordUnderstanding', { consentID, answers });
  expect((await patient.refused('recordUnderstanding', { consentID, answers })).code).toBe('ANSWERS_FULL');
  // The patient's own saves are counted apart.
  await patient.call('recordLater', { consentID });
  await patient.call('userUnlock', { password: 'Demo2026!' });
  const about = { consentID, role: 'PATIENT' as const, handoverId: patient.handoverId };
  const capturedAt = new Date(app.clock.now() - 1000).toISOString();
  const [queued] = await sendEnvelope(app, staff, [kept('recordUnderstanding', { ...about, answers }, { capturedAt })]);
  expect(queued!.status).toBe(200);
  expect(await eventsOf(form.recordID)).toHaveLength(HANDOVER_ANSWERS_MOST);
});

test.each(['signed', 'declined'] as const)(
  'answers that the queue brings behind what was %s are noted, and hold nothing back',
  async (end) => {
    const form = await sent(staff);
    const patient = await handOver(app, staff, form);
    const { consentID } = form;
    if (end === 'signed') await patient.call('recordSign', inked(patient.details));
    else await patient.call('recordDecline', { consentID });
    await patient.call('userUnlock', { password: 'Demo2026!' });
    if (end === 'signed') await staff.call('recordSign', typed(form));
    const about = { consentID, role: 'PATIENT' as const, handoverId: patient.handoverId };
    const capturedAt = new Date(app.clock.now() - 1000).toISOString();
    const answers = [{ id: idAt(0), option: 1 }];
    const [queued] = await sendEnvelope(app, staff, [kept('recordUnderstanding', { ...about, answers }, { capturedAt })]);
    expect(queued!.status).toBe(200);
    expect(await eventsOf(form.recordID)).toHaveLength(1);
  },
);

test('answers of a tablet without a network come once, in the signer’s name, before the signature', async () => {
  const form = await sent(staff);
  const { consentID } = form;
  const about = { consentID, role: 'PATIENT' as const, handoverId: randomUUID() };
  const capturedAt = new Date(app.clock.now() - 60_000).toISOString();
  const ops = [
    kept('consentSendToSign', about, { capturedAt }),
    kept('recordUnderstanding', { ...about, answers: [{ id: idAt(0), option: 2 }] }, { capturedAt }),
  ];
  for (let nth = 0; nth < 2; nth += 1)
    expect((await sendEnvelope(app, staff, ops)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await eventsOf(form.recordID)).toMatchObject([
    {
      actor: { kind: 'SIGNER', role: 'PATIENT' },
      detail: { sentBy: 'Demo Clinician', 'option.0': 'Both eyes' },
      deviceAt: capturedAt,
    },
  ]);
});

test('how anybody answered is in no document that signers get, nor in the record inside it; staff read it', async () => {
  const form = await sent2(staff, allSign());
  const { consentID } = form;
  const child = await signerAt(app, staff, form, ['CHILD', 3]);
  const asked = child.details.extras!.understanding![0]!.questions;
  await child.call('recordUnderstanding', { consentID, answers: [{ id: asked[0]!.id, option: 1 }] });
  const mother = await signerAt(app, staff, form, ['PARENT', 1]);
  expect(JSON.stringify(mother.details)).not.toContain('UNDERSTANDING_CHECKED');
  for (const place of [
    ['PARENT', 1],
    ['PARENT', 2],
    ['CHILD', 3],
  ] as const)
    await (await signerAt(app, staff, form, [...place])).sign();
  await staff.call('recordSign', typed(form));
  await app.doJobs();
  const file = await staff.download(consentID);
  const text = textOf(file).replaceAll(/\s+/g, ' ');
  for (const shown of [text, attachmentOf(file, 'content.json')])
    expect([shown.includes('Which eye'), /questions about the form/i.test(shown), shown.includes('The left eye')]).toEqual([
      false,
      false,
      false,
    ]);
  expect(text).toContain('Signed');
  expect(understandingOf(await timelineOf(form.recordID), consentID)).toMatchObject([
    { role: 'CHILD', results: [{ outcome: 'WRONG', wrong: ['The left eye'] }] },
  ]);
});
