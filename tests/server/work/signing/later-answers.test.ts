import { rowsOfPart } from '#tests/support/checks/full.ts';
import type { Output } from '#contract/calls.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { STARTER_CHOICES, type AdditionalChoice } from '#domain/consents/consent.ts';
import { refusalLines } from '#domain/consents/choice-in-words.ts';
import { openPointWords } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { isClinician } from '#domain/forms/signer-roles.ts';
import { openRefusals } from '#domain/signing/refused-identity.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { callerOf, handOver, inked, sent, signIn, typed, wave, type Caller } from '#tests/support/forms/builders.ts';
import { answersAt } from '#tests/support/forms/later.ts';
import { aChild, allSign, sent2 } from '#tests/support/forms/form-2.ts';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { bloodAndStudents, FORMS_WITH_CHOICES } from '#tests/support/forms/forms-with-choices.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { kept, pull, registerTablet, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

type Version = Output<'consentSend'>['data'];
type Answer = AdditionalChoice['answer'];

const decider = ({ recipients }: Version) => recipients.find(({ role }) => !isClinician(role))!;

async function signedBySigner(version: Version) {
  const { role } = decider(version);
  const holder = await handOver(app, staff, { consentID: version.consentID, role });
  await holder.call('recordSign', inked(holder.details));
  return { first: holder, role };
}

const stateOf = ({ data }: { readonly data: unknown }) => (data as { readonly state?: string } | undefined)?.state;
const today = () => localDate(app.clock.now(), app.deps.settings.timeZone);

async function listForToday({ recordID }: Version): Promise<void> {
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  await staff.call('recordUpdate', { recordID, version, listed: { date: today(), theatre: '1', listType: 'THEATRE' } });
}

async function rowOf({ recordID }: Version) {
  const { data } = await staff.call('patientListed', { startDate: today(), endDate: today() });
  const { light, reason, openPoints, refusals } = data.find((each) => each.recordID === recordID)!;
  return { light, reason, openPoints, refusals };
}

const versionOf = async ({ recordID, consentID }: Version) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents.find((each) => each.consentID === consentID)!;

async function faultsOf({ recordID }: Version) {
  return faultsOfCase(app, recordID);
}

const WISH = 'Wants to talk about: blood transfusion';
const NO_BLOOD = 'NO BLOOD TRANSFUSION';

/** blood as signed, blood later, what the form leaves open then, and what it refuses */
const LATER: readonly (readonly [Answer, NonNullable<Answer>, readonly string[], readonly string[]])[] = [
  ['DISCUSS', 'ACCEPT', [], []],
  ['DISCUSS', 'REFUSE', [], [NO_BLOOD]],
  ['DISCUSS', 'DISCUSS', [WISH], []],
  [null, 'ACCEPT', [], []],
  [null, 'REFUSE', [], [NO_BLOOD]],
  [null, 'DISCUSS', [WISH], []],
];

test.each(
  (['FORM_1', 'FORM_2', 'FORM_3'] as const).flatMap((form) =>
    LATER.map(([first, later, open, refusals]) => ({ form, first, later, open, refusals })),
  ),
)(
  '$form, blood $first when signed, $later after it: list, tablet, case, document and record leave the same open and refuse the same',
  async ({ form, first, later, open, refusals }) => {
    const version = await FORMS_WITH_CHOICES[form](staff, bloodAndStudents(first, 'ACCEPT'));
    const { role } = await signedBySigner(version);
    const again = await handOver(app, staff, { consentID: version.consentID, role });
    expect(again.details.later?.points).toMatchObject([{ id: 'blood', first }]);
    expect((await again.call('recordAnswers', await answersAt(again.details, { blood: later }))).data.contentDigest).toBe(
      version.contentDigest,
    );
    // A wish that stands needs a reason, one that is settled needs none.
    const given = { openPoints: open.length === 0 ? [] : [{ choiceID: 'blood', reason: 'The ward talks about it' }] };
    if (open.length > 0)
      expect((await staff.refused('recordSign', typed(version, { openPoints: [] }))).fields?.[0]?.path).toBe('openPoints.blood');
    await staff.call('recordSign', typed(version, given));
    await app.doJobs();
    await listForToday(version);
    const light = open.length === 0 ? 'GREEN' : 'AMBER';
    expect(await rowOf(version)).toEqual({ light, reason: open[0] ?? 'Signed and sealed', openPoints: open, refusals });
    const consent = await versionOf(version);
    // The signed answer stays, with the later one beside it.
    expect(consent.additionalChoices.find(({ id }) => id === 'blood')?.answer).toBe(first);
    expect(consent.laterAnswers).toMatchObject([{ role, answers: [{ id: 'blood', first, answer: later }] }]);
    expect(openPointsOnForm(consent).map(openPointWords)).toEqual(open);
    expect(refusalLines(consent)).toEqual(refusals);
    const listing = (await pull(staff)).changes.find((each) => each.entity === 'listed' && each.id === version.recordID);
    expect(listing?.data).toMatchObject({ light });
    const text = onPdf(await staff.download(version.consentID), 'pdftotext', 'FILE', '-').replaceAll(/[ \n]+/g, ' ');
    const page1 = text.split('\f')[0] ?? '';
    expect([page1.includes(WISH), page1.includes(NO_BLOOD)]).toEqual([open.length > 0, refusals.length > 0]);
    expect(text).toContain(', after signing, 6 August 2026');
    // Its box is too narrow for it on one line.
    expect(text.replaceAll(' ', '')).toContain(consent.laterAnswers![0]!.digest);
    const authorization = `Bearer ${staff.token}`;
    const fhir = (
      await app.ask({ method: 'GET', url: `/api/patient/get/bundle?id=${consent.patientID}`, headers: { authorization } })
    ).text;
    expect(fhir).toContain('laterAnswers.0.blood');
    expect(fhir.includes('"deny"')).toBe(refusals.length > 0);
    expect([(await staff.call('recordTimeline', { id: version.recordID })).data.chain.ok, await faultsOf(version)]).toEqual([
      true,
      [],
    ]);
  },
);

const later = async (version: Version, role = decider(version).role) =>
  handOver(app, staff, { consentID: version.consentID, role });

test('only what is open is answered, only by whoever signed it, only under a new ticket, and nothing else is done with that', async () => {
  const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
  const { first } = await signedBySigner(version);
  const inOwnVisit = await first.refused('recordAnswers', await answersAt(first.details, { blood: 'ACCEPT' }));
  expect([inOwnVisit.status, inOwnVisit.code]).toEqual([409, 'ALREADY_SIGNED']);
  const again = await later(version);
  const { details } = again;
  const refused = async (body: object) => {
    const { status, code, fields } = await again.refused('recordAnswers', body as never);
    return [status, code, fields?.[0]?.path];
  };
  const good = await answersAt(details, { blood: 'REFUSE' });
  const settled = await again.refused('recordAnswers', await answersAt(details, { blood: 'REFUSE', students: 'REFUSE' }));
  expect([settled.status, settled.code, stateOf(settled), settled.fields]).toEqual([
    409,
    'MOVE_REFUSED',
    'ANSWER_SETTLED',
    [{ path: 'additionalChoices.1', message: 'This answer was signed. To change it, the form is changed and signed again.' }],
  ]);
  expect(await refused(await answersAt(details, { kidney: 'ACCEPT' }))).toEqual([400, 'INVALID', 'additionalChoices.0.id']);
  expect(await refused({ ...good, additionalChoices: [...good.additionalChoices!, ...good.additionalChoices!] })).toEqual([
    400,
    'INVALID',
    'additionalChoices.1.id',
  ]);
  expect(await refused({ ...good, additionalChoices: [{ ...good.additionalChoices![0]!, answer: null }] })).toEqual([
    400,
    'INVALID',
    'additionalChoices.0.answer',
  ]);
  expect(await refused({ ...good, additionalChoices: [] })).toEqual([400, 'INVALID', 'additionalChoices']);
  expect(await refused({ ...good, mattersToMe: 'My garden' })).toEqual([400, 'INVALID', 'mattersToMe']);
  expect(await refused({ ...good, signature: undefined })).toEqual([409, 'ALREADY_SIGNED', undefined]);
  const inDots = { ...good.signature!, method: 'DRAWN' as const, strokes: [[{ x: 0, y: 0, t: 0 }]] };
  expect(await refused({ ...good, signature: inDots })).toEqual([400, 'INVALID', 'strokes']);
  // Other words, another form or other answers than those that were shown are another act.
  for (const change of [{ statement: 'I agree' }, { contentDigest: 'a'.repeat(64) }, { answersDigest: 'b'.repeat(64) }])
    expect((await refused({ ...good, signature: { ...good.signature!, ...change } })).slice(0, 2)).toEqual([
      409,
      'SIGNED_CONTENT_MISMATCH',
    ]);
  expect((await again.refused('recordSign', inked(details))).code).toBe('ALREADY_SIGNED');
  expect((await again.refused('recordDecline', { consentID: version.consentID })).code).toBe('ALREADY_SIGNED');
  expect((await again.refused('recordLater', { consentID: version.consentID })).code).toBe('ALREADY_SIGNED');
  expect((await again.refused('recordWithdraw', { consentID: version.consentID })).code).toBe('MOVE_REFUSED');
  // All that was refused is evidence, and counts for nothing.
  expect((await versionOf(version)).laterAnswers).toEqual([]);
  expect(openPointsOnForm(await versionOf(version)).map(openPointWords)).toEqual([WISH]);
  await again.call('recordAnswers', { ...good, signature: { ...good.signature!, method: 'DRAWN', strokes: wave() } });
  expect(refusalLines(await versionOf(version))).toEqual([NO_BLOOD]);
  // Settled: nobody is asked again, and nothing is answered over it.
  expect((await staff.refused('consentSendToSign', { consentID: version.consentID, role: 'PATIENT' })).code).toBe(
    'ALREADY_SIGNED',
  );
  expect(stateOf(await again.refused('recordAnswers', await answersAt(details, { blood: 'ACCEPT' })))).toBe('ANSWER_SETTLED');
  expect(await faultsOf(version)).toEqual([]);
});

test('a form of several choices is sealed with each later answer below its own question, drawn or typed', async () => {
  const answers = { blood: 'DISCUSS', photographs: null, students: 'DISCUSS', tissue: 'REFUSE' } as const;
  const version = await FORMS_WITH_CHOICES.FORM_1(
    staff,
    STARTER_CHOICES.map((each) => ({ ...each, answer: answers[each.id as keyof typeof answers] })),
  );
  await signedBySigner(version);
  const again = await later(version);
  await again.call('recordIdentity', { consentID: version.consentID, confirmed: true });
  const { signature, ...body } = await answersAt(again.details, { blood: 'REFUSE', students: 'ACCEPT' });
  const { typedName: _, ...drawn } = { ...signature!, method: 'DRAWN' as const, strokes: wave() };
  await again.call('recordAnswers', { ...body, signature: drawn });
  await staff.call('recordSign', typed(version, { openPoints: [] }));
  await app.doJobs();
  const text = onPdf(await staff.download(version.consentID), 'pdftotext', 'FILE', '-').replaceAll(/[ \n]+/g, ' ');
  const at = (words: RegExp) => text.search(words);
  const places = [
    /May we give blood/,
    /after signing,[^?]*NO BLOOD TRANSFUSION/,
    /May we take/,
    /May students/,
    /after signing,[^?]*Agrees/,
    /May we use/,
  ];
  expect(places.map(at)).toEqual(places.map(at).toSorted((one, other) => one - other));
  expect(places.every((each) => at(each) !== -1)).toBe(true);
  expect(text).toMatch(/After signing .*Drawn by hand/);
});

test('a wish to talk may be said again, and answered then; the same answers twice are one', async () => {
  const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'DISCUSS'));
  await signedBySigner(version);
  const one = await later(version);
  await one.call('recordAnswers', await answersAt(one.details, { blood: 'DISCUSS', students: 'ACCEPT' }));
  const two = await later(version);
  expect(two.details.later?.points.map(({ id }) => id)).toEqual(['blood']);
  const yes = await answersAt(two.details, { blood: 'ACCEPT' });
  await two.call('recordAnswers', yes);
  expect((await two.call('recordAnswers', yes)).data.consentID).toBe(version.consentID);
  const { laterAnswers = [] } = await versionOf(version);
  expect(laterAnswers.map(({ answers }) => answers.map(({ id, answer }) => [id, answer]))).toEqual([
    [
      ['blood', 'DISCUSS'],
      ['students', 'ACCEPT'],
    ],
    [['blood', 'ACCEPT']],
  ]);
  expect(openPointsOnForm(await versionOf(version))).toEqual([]);
  expect(await faultsOf(version)).toEqual([]);
});

test('once the clinician has signed, nobody is handed the tablet for it, and who holds it is told', async () => {
  const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
  await signedBySigner(version);
  const again = await later(version);
  await staff.call('recordSign', typed(version));
  const refused = await again.refused('recordAnswers', await answersAt(again.details, { blood: 'REFUSE' }));
  expect([refused.status, refused.code, stateOf(refused)]).toEqual([409, 'MOVE_REFUSED', 'CLINICIAN_HAS_SIGNED']);
  expect((await staff.refused('consentSendToSign', { consentID: version.consentID, role: 'PATIENT' })).status).toBe(409);
  // The refused answer is in the timeline, and no light rests on it.
  const { events } = (await staff.call('recordTimeline', { id: version.recordID })).data;
  expect(events.findLast(({ type }) => type === 'ANSWERS_REFUSED')?.detail['answers']).toBe('blood transfusion: No');
  await app.doJobs();
  await listForToday(version);
  expect(await rowOf(version)).toMatchObject({ light: 'AMBER', openPoints: [WISH], refusals: [] });
  expect(await faultsOf(version)).toEqual([]);
});

test('where the clinician signed first, the signer is not asked again', async () => {
  const version = await sent(staff, {
    additionalChoices: bloodAndStudents('DISCUSS', 'ACCEPT'),
    interpreterNeeded: true,
    interpreter: INTERPRETER,
  });
  await staff.call('recordSign', typed(version));
  await signedBySigner(version);
  expect((await staff.refused('consentSendToSign', { consentID: version.consentID, role: 'PATIENT' })).code).toBe(
    'ALREADY_SIGNED',
  );
  const interpreter = await handOver(app, staff, { consentID: version.consentID, role: 'INTERPRETER' });
  expect((await interpreter.refused('recordAnswers', await answersAt(interpreter.details, { blood: 'ACCEPT' }))).code).toBe(
    'FORBIDDEN',
  );
});

const INTERPRETER = { name: 'Demo Interpreter', language: 'Welsh', mode: 'IN_PERSON', adult: true, signsHere: true } as const;

test('of two parents each answers under their own name: a no of one stands, and a wish of one keeps it open', async () => {
  const family = allSign();
  const version = await sent2(staff, { ...family, child: aChild(), additionalChoices: bloodAndStudents('DISCUSS', 'ACCEPT') });
  const parents = version.recipients.filter(({ role }) => role === 'PARENT');
  const at = async (order: number) => {
    const { ticket } = await staff.call('consentSendToSign', {
      consentID: version.consentID,
      role: 'PARENT',
      signing_order: order,
    });
    const holder = callerOf(app, ticket);
    return { ...holder, details: ticketDetails(await holder.call('consentDetailsByToken', { token: ticket })) };
  };
  const [one, two] = parents.map(({ signing_order }) => signing_order) as [number, number];
  const nameAt = (order: number) => parents.find(({ signing_order }) => signing_order === order)!.recipient_name;
  for (const order of [one, two]) {
    const holder = await at(order);
    // Somebody who has not signed yet answers with the form, or not at all.
    if (order === two)
      expect((await holder.refused('recordAnswers', await answersAt(holder.details, { blood: 'ACCEPT' }))).code).toBe('INVALID');
    await holder.call('recordSign', inked(holder.details, { signing_order: order, name: nameAt(order) }));
  }
  const mother = await at(one);
  await mother.call('recordAnswers', await answersAt(mother.details, { blood: 'ACCEPT' }));
  expect(openPointsOnForm(await versionOf(version))).toEqual([]);
  const father = await at(two);
  await father.call('recordAnswers', await answersAt(father.details, { blood: 'DISCUSS' }));
  expect(openPointsOnForm(await versionOf(version)).map(openPointWords)).toEqual([WISH]);
  const fatherAgain = await at(two);
  await fatherAgain.call('recordAnswers', await answersAt(fatherAgain.details, { blood: 'REFUSE' }));
  const consent = await versionOf(version);
  expect([openPointsOnForm(consent), refusalLines(consent)]).toEqual([[], [NO_BLOOD]]);
  expect(consent.laterAnswers?.map(({ signing_order, name }) => [signing_order, name])).toEqual([
    [one, nameAt(one)],
    [two, nameAt(two)],
    [two, nameAt(two)],
  ]);
  expect(await faultsOf(version)).toEqual([]);
});

test('a form that is taken back keeps the answers as evidence: the form that is sent again asks anew', async () => {
  const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
  await signedBySigner(version);
  const again = await later(version);
  await again.call('recordAnswers', await answersAt(again.details, { blood: 'REFUSE' }));
  await staff.call('recordRecall', { consentID: version.consentID, reason: 'Another side' });
  expect([refusalLines(await versionOf(version)), await faultsOf(version)]).toEqual([[], []]);
  const { version: number } = await versionOf(version);
  await staff.call('consentSend', { consentID: version.consentID, version: number, channel: 'DEVICE' });
  expect(refusalLines(await versionOf(version))).toEqual([]);
  await signedBySigner(version);
  expect((await later(version)).details.later?.points).toMatchObject([{ id: 'blood', first: 'DISCUSS' }]);
});

test('the wrong person at the second handover is told to staff, and nothing is signed after it', async () => {
  const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
  await signedBySigner(version);
  const stranger = await later(version);
  await stranger.call('recordIdentity', { consentID: version.consentID, confirmed: false });
  const refused = await stranger.refused('recordAnswers', await answersAt(stranger.details, { blood: 'ACCEPT' }));
  expect(stateOf(refused)).toBe('SIGNER_FOUND_FAULT');
  const consent = await versionOf(version);
  expect(consent.recipients.find(({ role }) => role === 'PATIENT')?.state).toBe('SIGNED');
  expect(openRefusals({ status: consent.status, waitingFor: ['CLINICIAN'], timeline: consent.Timeline })).toHaveLength(1);
  const right = await later(version);
  await right.call('recordIdentity', { consentID: version.consentID, confirmed: true });
  await right.call('recordAnswers', await answersAt(right.details, { blood: 'ACCEPT' }));
  expect(openPointsOnForm(await versionOf(version))).toEqual([]);
});

/** The calls that a tablet without a network sends when it is back: the handover, and the answers that were given in it. */
async function queuedAnswers(version: Version, blood: NonNullable<Answer>) {
  const tablet = await registerTablet(await signIn(app));
  const handoverId = crypto.randomUUID();
  const { details } = await later(version);
  const body = await answersAt(details, { blood });
  const capture = { capturedAt: '2026-08-06T14:04:40.000Z' };
  const carried = { ...body, role: 'PATIENT' as const, handoverId };
  const start = kept('consentSendToSign', { consentID: version.consentID, role: 'PATIENT', handoverId }, capture);
  return async () => sendEnvelope(app, tablet, [start, kept('recordAnswers', carried, capture)]);
}

test('answers of a tablet without a network count as those of any other', async () => {
  const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
  await signedBySigner(version);
  const send = await queuedAnswers(version, 'REFUSE');
  expect((await send()).map(({ status }) => status)).toEqual([200, 200]);
  const consent = await versionOf(version);
  expect([openPointsOnForm(consent), refusalLines(consent)]).toEqual([[], [NO_BLOOD]]);
  const { events } = (await staff.call('recordTimeline', { id: version.recordID })).data;
  const told = events.findLast(({ type }) => type === 'TALKED');
  expect([told?.actor.kind, told?.detail['sentBy']]).toEqual(['SIGNER', 'Demo Clinician']);
});

test.each([
  ['ACCEPT', [], ['Answered after the clinician signed: blood transfusion']],
  ['REFUSE', [NO_BLOOD], ['Answered after the clinician signed: blood transfusion']],
  ['DISCUSS', [], [WISH]],
] as const)(
  'answers that arrive after the clinician has signed (%s) are kept, settle nothing, and a no is seen, until somebody has talked',
  async (blood, refusals, open) => {
    const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
    await signedBySigner(version);
    const send = await queuedAnswers(version, blood);
    await staff.call('recordSign', typed(version));
    await app.doJobs();
    await listForToday(version);
    app.clock.advance(60_000);
    expect((await send()).map(({ status }) => status)).toEqual([200, 200]);
    expect(await rowOf(version)).toMatchObject({ light: 'AMBER', openPoints: open, refusals });
    expect((await versionOf(version)).laterAnswers).toMatchObject([{ isLate: true }]);
    app.clock.advance(60_000);
    await staff.call('recordTalked', { consentID: version.consentID, choiceIDs: ['blood'], outcome: 'The consultant knows' });
    expect(await rowOf(version)).toMatchObject({ light: 'GREEN', openPoints: [], refusals });
    expect(await faultsOf(version)).toEqual([]);
  },
);

test.each([-5 * MINUTE, 0])(
  'a talk settles no answer that arrives after it, where the clock of the server was moved by %i ms between',
  async (moved) => {
    const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
    await signedBySigner(version);
    const send = await queuedAnswers(version, 'REFUSE');
    await staff.call('recordSign', typed(version));
    await app.doJobs();
    await listForToday(version);
    const talk = { consentID: version.consentID, choiceIDs: ['blood'], outcome: 'The consultant knows' };
    await staff.call('recordTalked', talk);
    expect(await rowOf(version)).toMatchObject({ light: 'GREEN', openPoints: [] });
    app.clock.advance(moved);
    try {
      expect((await send()).map(({ status }) => status)).toEqual([200, 200]);
      const late = {
        light: 'AMBER',
        openPoints: ['Answered after the clinician signed: blood transfusion'],
        refusals: [NO_BLOOD],
      };
      expect(await rowOf(version)).toMatchObject(late);
      await staff.call('recordTalked', talk);
      expect(await rowOf(version)).toMatchObject({ light: 'GREEN', openPoints: [], refusals: [NO_BLOOD] });
      expect(await faultsOf(version)).toEqual([]);
    } finally {
      app.clock.advance(-moved);
    }
  },
);

test('a handover that was begun before the signature and forgotten asks nobody again; one after it does, also by a clock set back', async () => {
  const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
  const forgotten = await handOver(app, staff, { consentID: version.consentID, role: 'PATIENT' });
  await signedBySigner(version);
  const shown = await forgotten.call('consentDetailsByToken', { token: forgotten.token });
  expect(ticketDetails(shown).later).toBeUndefined();
  const refused = await forgotten.refused('recordAnswers', await answersAt(forgotten.details, { blood: 'REFUSE' }));
  expect([refused.status, refused.code]).toEqual([409, 'ALREADY_SIGNED']);
  expect((await versionOf(version)).laterAnswers).toBeUndefined();
  app.clock.advance(-5 * MINUTE);
  try {
    const again = await later(version);
    expect(again.details.later?.points).toMatchObject([{ id: 'blood' }]);
    await again.call('recordAnswers', await answersAt(again.details, { blood: 'REFUSE' }));
    expect(refusalLines(await versionOf(version))).toEqual([NO_BLOOD]);
  } finally {
    app.clock.advance(5 * MINUTE);
  }
});

test('an answer that was changed in the row, taken out or put in there is a fault', async () => {
  const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
  await signedBySigner(version);
  const again = await later(version);
  await again.call('recordAnswers', await answersAt(again.details, { blood: 'REFUSE' }));
  const { db } = app.database;
  const before = (
    await db.selectFrom('consents').select('later_answers').where('id', '=', version.consentID).executeTakeFirstOrThrow()
  ).later_answers;
  const [given] = before;
  const write = async (answers: unknown) =>
    sql`update consents set later_answers = ${JSON.stringify(answers)}::jsonb where id = ${version.consentID}`.execute(db);
  const altered = [
    [],
    [given, given],
    [{ ...given, answers: [{ ...given!.answers[0]!, answer: 'ACCEPT' }] }],
    [{ ...given, name: 'Somebody Else' }],
    [{ ...given, cancelledAt: '2026-08-06T14:05:00.000Z' }],
    [{ ...given, signature: { ...given!.signature, typedName: 'Somebody Else' } }],
  ];
  for (const each of altered) {
    await write(each);
    expect(await faultsOf(version)).toEqual(['LATER_ANSWER_CHANGED']);
  }
  await write(before);
  expect(await faultsOf(version)).toEqual([]);
});

test.each(['ACCEPT', 'REFUSE'] as const)(
  'a clinician whose page still shows a wish that was answered (%s) looks at the answer before they sign',
  async (blood) => {
    const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
    await signedBySigner(version);
    const again = await later(version);
    await again.call('recordAnswers', await answersAt(again.details, { blood }));
    const openPoints = [{ choiceID: 'blood', reason: 'The ward talks about it' }];
    const refused = await staff.refused('recordSign', typed(version, { openPoints }));
    expect([refused.status, refused.code, stateOf(refused), refused.fields]).toEqual([
      409,
      'MOVE_REFUSED',
      'OPEN_POINT_ANSWERED',
      [{ path: 'openPoints.blood', message: 'blood transfusion was answered since: look at the answer, then sign.' }],
    ]);
    expect((await versionOf(version)).status).toBe('PARTIALLY_SIGNED');
    await staff.call('recordSign', typed(version, { openPoints: [] }));
    expect(await faultsOf(version)).toEqual([]);
  },
);

test.each(rowsOfPart(LATER, 2))(
  'a clinician whose page showed no answer since the signature (%s, then %s) looks at it before they sign',
  async (first, blood) => {
    const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents(first, 'ACCEPT'));
    await signedBySigner(version);
    const again = await later(version);
    await again.call('recordAnswers', await answersAt(again.details, { blood }));
    const { laterAnswers = [] } = await versionOf(version);
    const openPoints = blood === 'DISCUSS' ? [{ choiceID: 'blood', reason: 'The ward talks about it' }] : [];
    const refused = await staff.refused('recordSign', typed(version, { openPoints, answersSeen: [] }));
    expect([refused.status, refused.code, stateOf(refused), refused.fields]).toEqual([
      409,
      'MOVE_REFUSED',
      'OPEN_POINT_ANSWERED',
      [{ path: 'openPoints.blood', message: 'blood transfusion was answered since: look at the answer, then sign.' }],
    ]);
    expect((await versionOf(version)).status).toBe('PARTIALLY_SIGNED');
    await staff.call('recordSign', typed(version, { openPoints, answersSeen: laterAnswers.map(({ digest }) => digest) }));
    expect((await versionOf(version)).laterAnswers?.map(({ isLate }) => isLate)).toEqual([undefined]);
    expect(await faultsOf(version)).toEqual([]);
  },
);

test('without a network a signature over a page that showed no answer is taken, and the answer comes late', async () => {
  const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents(null, 'ACCEPT'));
  await signedBySigner(version);
  const again = await later(version);
  await again.call('recordAnswers', await answersAt(again.details, { blood: 'REFUSE' }));
  const tablet = await registerTablet(await signIn(app));
  const capturedAt = '2026-08-06T14:04:50.000Z';
  const call = kept('recordSign', typed(version, { openPoints: [], answersSeen: [], capturedAt }), { capturedAt });
  expect((await sendEnvelope(app, tablet, [call])).map(({ status }) => status)).toEqual([200]);
  const consent = await versionOf(version);
  expect([consent.laterAnswers?.map(({ isLate }) => isLate), refusalLines(consent)]).toEqual([[true], [NO_BLOOD]]);
  expect(await faultsOf(version)).toEqual([]);
});

/** The choices that the clinician named as open, when they signed without a network, and whether the answer of 14:04:40 was seen. */
const UNSEEN = [
  { named: true, signedAt: '2026-08-06T14:04:50.000Z', isLate: true },
  { named: true, signedAt: '2026-08-06T14:04:30.000Z', isLate: true },
  { named: false, signedAt: '2026-08-06T14:04:30.000Z', isLate: true },
  { named: false, signedAt: '2026-08-06T14:04:50.000Z', isLate: false },
] as const;

test.each(rowsOfPart(UNSEEN, 2))(
  'a clinician’s signature of a tablet without a network is taken, and what it did not see comes late: %o',
  async ({ named, signedAt, isLate }) => {
    const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
    await signedBySigner(version);
    const again = await later(version);
    await again.call('recordAnswers', await answersAt(again.details, { blood: 'ACCEPT' }));
    const reason = 'The ward talks about it';
    const given = { openPoints: named ? [{ choiceID: 'blood', reason }] : [], capturedAt: signedAt };
    const tablet = await registerTablet(await signIn(app));
    const call = kept('recordSign', typed(version, given), { capturedAt: signedAt });
    expect((await sendEnvelope(app, tablet, [call])).map(({ status }) => status)).toEqual([200]);
    await app.doJobs();
    await listForToday(version);
    const open = isLate ? ['Answered after the clinician signed: blood transfusion'] : [];
    expect(await rowOf(version)).toMatchObject({ light: isLate ? 'AMBER' : 'GREEN', openPoints: open });
    expect((await versionOf(version)).laterAnswers?.map((each) => each.isLate ?? false)).toEqual([isLate]);
    const { timeline } = (await staff.call('recordDetails', { id: version.recordID })).data;
    expect(timeline.findLast(({ type }) => type === 'SIGNED')?.detail['leftOpen']).toBe(
      named ? `blood transfusion: ${reason}` : undefined,
    );
    expect(await faultsOf(version)).toEqual([]);
    app.clock.advance(60_000);
    // Where the answer was seen, nothing is left to be talked about.
    const talk = { consentID: version.consentID, choiceIDs: ['blood'], outcome: 'She says yes' };
    if (isLate) await staff.call('recordTalked', talk);
    else expect((await staff.refused('recordTalked', talk)).status).toBeGreaterThanOrEqual(400);
    expect(await rowOf(version)).toMatchObject({ light: 'GREEN', openPoints: [] });
  },
);

test('answers of a tablet without a network to what was settled meanwhile are refused, and kept as evidence', async () => {
  const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
  await signedBySigner(version);
  const send = await queuedAnswers(version, 'REFUSE');
  const again = await later(version);
  await again.call('recordAnswers', await answersAt(again.details, { blood: 'ACCEPT' }));
  expect((await send()).map(({ status }) => status)).toEqual([200, 409]);
  const { events } = (await staff.call('recordTimeline', { id: version.recordID })).data;
  expect(events.findLast(({ type }) => type === 'ANSWERS_REFUSED')?.detail['answers']).toBe('blood transfusion: No');
  expect(await faultsOf(version)).toEqual([]);
});
