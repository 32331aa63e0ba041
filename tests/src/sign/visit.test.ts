import { expect, test } from 'vitest';
import type { TicketDetails } from '#contract/signing.ts';
import type { HandoverTicket } from '#src/session/handover.ts';
import { parseSavedVisit, savedVisitOf } from '#src/sign/saved-visit.ts';
import { hasWords, mayAnswer, stepsOf } from '#src/sign/steps.ts';
import { INITIAL_VISIT, type SavedVisit, type VisitAction, type Visit } from '#src/sign/visit.ts';
import { visitReducer } from '#src/sign/visit.ts';
import { aForm, aProcedure, OPEN_QUESTION } from './form.ts';

const after = (happenings: readonly VisitAction[], start: Visit = INITIAL_VISIT) => happenings.reduce(visitReducer, start);
const at = (visit: Visit): string => (visit.stage.kind === 'form' ? visit.stage.at : visit.stage.kind);
const loaded = (details = aForm()): VisitAction => ({ kind: 'loaded', details });
const onward: VisitAction = { kind: 'onward' };
/** A confirmed visit, at its first page after “Is this you?”. */
const opened = after([loaded(), { kind: 'confirmed' }]);
const INK = [[{ x: 0.1, y: 0.1, t: 0 }]];

test('the pages come one by one, each procedure with a page of risks of its own', () => {
  const form = aForm({ procedures: [aProcedure(), aProcedure({ side: 'LEFT' })] });
  expect(stepsOf(form)).toEqual(
    'identity plan benefits risks-0 risks-1 other form matters choices question check sign'.split(' '),
  );
});

const asking = (place: string) => [{ procedureID: 'a', procedureName: 'Demo', questions: [{ id: 'q', place }] }];

test('questions of understanding come before what matters, and only where the form has some for who decides', () => {
  const understanding = asking('PLAN');
  const stepsFor = (role: TicketDetails['role'], extras?: unknown) =>
    stepsOf(aForm({}, { role, ...(extras === undefined ? {} : { extras: extras as TicketDetails['extras'] & object }) }));
  expect(stepsFor('PATIENT', { understanding }).join(' ')).toContain('form understanding matters');
  for (const role of ['PARENT', 'CHILD'] as const) expect(stepsFor(role, { understanding })).toContain('understanding');
  for (const role of ['INTERPRETER', 'WITNESS', 'CONSULTEE'] as const)
    expect(stepsFor(role, { understanding })).not.toContain('understanding');
  const none = [undefined, null, 7, [], [null], [{}], [{ questions: 7 }], [{ questions: [] }]];
  // Of a newer server, whose pages this build does not know.
  for (const extras of [undefined, ...none.map((each) => ({ understanding: each })), { understanding: asking('SCAN') }])
    expect(stepsFor('PATIENT', extras)).not.toContain('understanding');
});

test('a page that a wrong answer opens leads back to the questions, and they never stop the way to the signature', () => {
  const extras = { understanding: asking('OTHER'), resources: [] } as unknown as NonNullable<TicketDetails['extras']>;
  const steps = stepsOf(aForm({}, { extras }));
  const toQuestions = Array.from({ length: steps.indexOf('understanding') - 1 }, () => onward);
  const questions = after([loaded(aForm({}, { extras })), { kind: 'confirmed' }, ...toQuestions]);
  expect(at(questions)).toBe('understanding');
  const risks = visitReducer(questions, { kind: 'change', at: 'risks-0' });
  expect([at(risks), at(visitReducer(risks, onward)), at(visitReducer(risks, { kind: 'back' }))]).toEqual([
    'risks-0',
    'understanding',
    'understanding',
  ]);
  expect(at(after([onward, onward, onward, onward, onward], questions))).toBe('sign');
});

test('a page that would be empty is left out', () => {
  const form = aForm({ additionalChoices: [], content: [{ type: 'consent-patient', children: [{ text: '' }] }] });
  expect(stepsOf(form)).not.toContain('choices');
  expect(stepsOf(form)).not.toContain('form');
  expect(stepsOf(aForm({ additionalChoices: [], refusals: ['Students'] }))).toContain('choices');
});

test('a template of nothing but places for signatures has no words', () => {
  expect(hasWords([{ type: 'border', children: [{ type: 'consent-clinic', children: [{ text: ' ' }] }] }])).toBe(false);
});

test('nothing is read before the person has said who they are', () => {
  expect(at(after([loaded(), onward]))).toBe('identity');
  expect(at(after([loaded(), { kind: 'change', at: 'sign' }]))).toBe('identity');
  expect(at(after([loaded(), { kind: 'confirmed' }]))).toBe('plan');
});

test('who has shown who they are by a link is not asked again, on no page', () => {
  const visit = after([loaded()], { ...INITIAL_VISIT, isVerified: true });
  expect(at(visit)).toBe('plan');
  expect(at(visitReducer(visit, { kind: 'back' }))).toBe('plan');
  expect(at(visitReducer(visit, onward))).toBe('benefits');
});

test('while a question waits for its answer, the pages after it stay shut', () => {
  const asked = loaded(aForm({ questions: [OPEN_QUESTION] }));
  const visit = after([asked, { kind: 'confirmed' }, ...Array.from({ length: 20 }, () => onward)]);
  expect(at(visit)).toBe('question');
  const answered: VisitAction = { kind: 'questions', questions: [{ ...OPEN_QUESTION, answer: 'No' }] };
  expect(at(after([answered, onward, onward], visit))).toBe('sign');
});

test('who changes an answer from the check page comes back to the check page', () => {
  const check = after([onward, onward, onward, onward, onward, onward, onward, onward], opened);
  expect(at(check)).toBe('check');
  const matters = visitReducer(check, { kind: 'change', at: 'matters' });
  expect(at(matters)).toBe('matters');
  expect(at(visitReducer(matters, onward))).toBe('check');
  expect(at(visitReducer(matters, { kind: 'back' }))).toBe('check');
});

test('who stops to ask a question comes back to the page that was read, and skips none', () => {
  const stop = visitReducer(opened, { kind: 'aside', aside: 'stop' });
  expect(visitReducer(stop, { kind: 'back' })).toEqual(opened);
  const question = visitReducer(stop, { kind: 'change', at: 'question' });
  expect(at(question)).toBe('question');
  expect(visitReducer(question, onward)).toEqual(opened);
  const asked = visitReducer(question, { kind: 'questions', questions: [OPEN_QUESTION] });
  expect(at(visitReducer(asked, { kind: 'back' }))).toBe('plan');
  const again = after([{ kind: 'change', at: 'question' }, onward], question);
  expect(at(again)).toBe('plan');
});

test('a “no” that was tapped by mistake leads back to the question of who this is, and nothing is confirmed', () => {
  const wrong = visitReducer(opened, { kind: 'over', ending: 'wrongPerson' });
  const again = visitReducer(wrong, { kind: 'identityAgain' });
  expect(at(again)).toBe('identity');
  expect(again.isConfirmed).toBe(false);
  const signed = visitReducer(opened, { kind: 'over', ending: 'signed' });
  expect(visitReducer(signed, { kind: 'identityAgain' })).toBe(signed);
});

test('Back goes one page back, and from “I do not agree” to the page where it was said', () => {
  const sign = after([loaded(), { kind: 'confirmed' }, ...Array.from({ length: 20 }, () => onward)]);
  expect(at(visitReducer(sign, { kind: 'back' }))).toBe('check');
  const aside = visitReducer(sign, { kind: 'aside', aside: 'decline' });
  expect(visitReducer(aside, { kind: 'back' })).toEqual(sign);
  expect(at(after([loaded(), { kind: 'back' }]))).toBe('identity');
});

test('while something is on its way nobody goes elsewhere; once it has arrived the visit goes on', () => {
  const sign = after([loaded(), { kind: 'confirmed' }, ...Array.from({ length: 20 }, () => onward)]);
  const sending = visitReducer(sign, { kind: 'sending', isSending: true });
  const ways: readonly VisitAction[] = [
    { kind: 'back' },
    { kind: 'aside', aside: 'later' },
    { kind: 'aside', aside: 'decline' },
    { kind: 'change', at: 'matters' },
  ];
  for (const way of ways) {
    expect(visitReducer(sending, way)).toBe(sending);
    expect(visitReducer(sign, way)).not.toEqual(sign);
  }
  expect(at(visitReducer(sending, { kind: 'over', ending: 'signed' }))).toBe('over');
  expect(visitReducer(sending, { kind: 'sending', isSending: false })).toEqual(sign);
  expect(visitReducer(sending, loaded()).isSending).toBe(true);
});

test('a form that changed takes the signature with it, and keeps what was written', () => {
  const typed: VisitAction = {
    kind: 'input',
    input: { matters: 'Driving', ink: { DRAWN: INK, MARK_WITNESSED: [] }, typedName: 'A' },
  };
  const visit = after([loaded(), { kind: 'confirmed' }, typed, loaded(aForm({}, { contentDigest: '2'.repeat(64) }))]);
  expect(visit.input).toMatchObject({ matters: 'Driving', typedName: '', ink: { DRAWN: [] } });
  expect(visit.isConfirmed).toBe(false);
});

test('the same form read again keeps the ink', () => {
  const typed: VisitAction = { kind: 'input', input: { ink: { DRAWN: INK, MARK_WITNESSED: [] } } };
  expect(after([loaded(), typed, loaded()]).input.ink.DRAWN).toBe(INK);
});

test('who has signed or declined already comes to the end of the visit', () => {
  expect(after([loaded(aForm({}, { state: 'SIGNED' }))]).stage).toEqual({ kind: 'over', ending: 'signed', isQueued: false });
  expect(after([loaded(aForm({}, { state: 'DECLINED' }))]).stage).toEqual({ kind: 'over', ending: 'declined', isQueued: false });
});

test('answers are open to the patient, to nobody else who signs, and to nobody once somebody has signed', () => {
  expect(mayAnswer(aForm())).toBe(true);
  expect(mayAnswer(aForm({}, { role: 'INTERPRETER' }))).toBe(false);
  expect(mayAnswer(aForm({}, { state: 'SIGNED' }))).toBe(false);
});

test('a new answer brings its new digest', () => {
  const { consent } = aForm({ mattersToMe: 'Driving', contentDigest: '3'.repeat(64) });
  const typed: VisitAction = { kind: 'input', input: { matters: 'Driving ' } };
  const visit = after([loaded(), typed, { kind: 'consent', consent, sent: { mattersToMe: 'Driving ' } }]);
  expect(visit.details?.contentDigest).toBe('3'.repeat(64));
  expect(visit.input.matters).toBe('Driving');
});

test('one page that is kept leaves what was typed and chosen on another', () => {
  const choices = [{ id: 'blood', title: 'Blood', answer: 'REFUSE' as const }];
  const typed: VisitAction = { kind: 'input', input: { matters: 'My garden', choices } };
  const matters: VisitAction = { kind: 'consent', consent: aForm().consent, sent: { mattersToMe: 'My' } };
  expect(after([loaded(), typed, matters]).input).toMatchObject({ matters: 'My garden', choices });
  const { consent } = aForm({ additionalChoices: choices });
  const chosen: VisitAction = { kind: 'consent', consent, sent: {} };
  expect(after([loaded(), typed, chosen]).input).toMatchObject({ matters: 'My garden', choices });
});

test('a visit that goes on after a reload is where it was, and nothing is under way', () => {
  const typed: VisitAction = { kind: 'input', input: { matters: 'Driving', ink: { DRAWN: INK, MARK_WITNESSED: [] } } };
  const before = after([onward, typed, { kind: 'sending', isSending: true }], opened);
  const saved = savedVisitOf(before, TICKET) as SavedVisit;
  expect(after([{ kind: 'restored', saved }])).toEqual({ ...before, isSending: false });
});

test('a visit is stored while a page of the form is shown, and deleted once it is over', () => {
  const saved = (visit: Visit) => savedVisitOf(visit, TICKET);
  expect(saved(INITIAL_VISIT)).toBeUndefined();
  expect(saved(opened)).toMatchObject({ ticket: TICKET, stage: { at: 'plan' } });
  expect(saved(after([{ kind: 'halted', why: 'network' }], opened))).toBeUndefined();
  expect(saved(after([{ kind: 'over', ending: 'signed' }], opened))).toBeNull();
  expect(saved(after([{ kind: 'over', ending: 'wrongPerson' }], opened))).toBeNull();
});

test.each<[string, Partial<HandoverTicket>, boolean]>([
  ['its own', {}, true],
  ['another', { handoverId: 'another' }, false],
  ['another form in the same', { consentID: 'another' }, false],
  ['another role in the same', { role: 'PARENT' }, false],
])('a stored visit is read in %s handover as it should be', (_, change, isRead) => {
  const saved = savedVisitOf(opened, TICKET);
  expect(parseSavedVisit(saved, { ...TICKET, ...change })).toEqual(isRead ? saved : null);
});

test.each([null, undefined, 'x', {}, { format: 2 }])('what is no visit of this build is not read: %j', (stored) => {
  expect(parseSavedVisit(stored, TICKET)).toBeNull();
});

const { consent: CONSENT } = aForm();
const TICKET: HandoverTicket = {
  ticket: 't',
  handoverId: 'h',
  consentID: CONSENT.consentID,
  role: 'PATIENT',
  clinicianName: 'Demo Clinician',
  expiresAt: '',
};
