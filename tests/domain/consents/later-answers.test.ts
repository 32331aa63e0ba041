import { choiceWithSigned, refusalLines } from '#domain/consents/choice-in-words.ts';
import { CHOICE_ANSWERS, STARTER_CHOICES, type AdditionalChoice } from '#domain/consents/consent.ts';
import { detailedChoices } from '#domain/consents/choice-details.ts';
import type { LaterRecord } from '#domain/consents/later-answers.ts';
import { PAPER_TICKS, type PaperTick } from '#domain/consents/paper-ticks.ts';
import { openPointsFor, openPointsOf } from '#domain/consents/open-points.ts';
import { canAnswerLater, laterPoints } from '#domain/documents/later-points.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { SIGNER_ROLES, decides } from '#domain/forms/signer-roles.ts';
import { expect, test } from 'vitest';

type Answer = AdditionalChoice['answer'];
const ANSWERS: readonly Answer[] = [...CHOICE_ANSWERS, null];
const BLOOD = STARTER_CHOICES.find(({ id }) => id === 'blood')!;
const STUDENTS = STARTER_CHOICES.find(({ id }) => id === 'students')!;

type Act = { readonly order: number; readonly answer: Answer; readonly isLate?: boolean; readonly isCancelled?: boolean };

const recordOf = ({ order, answer, isLate = false, isCancelled = false }: Act, nth: number): LaterRecord[] =>
  answer === null
    ? []
    : [
        {
          signing_order: order,
          at: `2026-08-06T14:0${nth}:00.000Z`,
          answers: [{ id: BLOOD.id, title: BLOOD.title, answer }],
          ...(isLate ? { isLate: true } : {}),
          ...(isCancelled ? { cancelledAt: '2026-08-06T15:00:00.000Z' } : {}),
        },
      ];
const formWith = (first: Answer, ...acts: readonly Act[]) => ({
  formType: 'FORM_2' as const,
  additionalChoices: [{ ...BLOOD, answer: first }],
  laterAnswers: acts.flatMap(recordOf),
});

test('first answer × two signers × in time or late: a no counts before a wish, a wish before a yes, and a late yes is none', () => {
  for (const first of ANSWERS)
    for (const one of ANSWERS)
      for (const two of ANSWERS)
        for (const isLate of [false, true]) {
          const form = formWith(first, { order: 1, answer: one }, { order: 2, answer: two, isLate });
          const inTime = isLate ? [one] : [one, two];
          const all = [one, two];
          const now = all.includes('REFUSE')
            ? 'REFUSE'
            : all.includes('DISCUSS')
              ? 'DISCUSS'
              : inTime.includes('ACCEPT')
                ? 'ACCEPT'
                : first;
          expect(detailedChoices(form)[0]?.answer).toBe(now);
          expect(refusalLines({ ...form, refusals: [] })).toEqual(now === 'REFUSE' ? ['NO BLOOD TRANSFUSION'] : []);
          const isAnsweredLate = isLate && (two === 'ACCEPT' || two === 'REFUSE');
          const isOpen = isAnsweredLate || all.includes('DISCUSS') || now === 'DISCUSS' || now === null;
          expect(openPointsOf(form).length, JSON.stringify(form)).toBe(isOpen ? 1 : 0);
          // The form as it was signed stays as it was.
          expect(form.additionalChoices[0]?.answer).toBe(first);
        }
});

test('of one signer the last answer counts; one that was cancelled, or is about another question, counts for nothing', () => {
  const again = formWith('DISCUSS', { order: 1, answer: 'DISCUSS' }, { order: 1, answer: 'ACCEPT' });
  expect(openPointsOf(again)).toEqual([]);
  const cancelled = formWith('DISCUSS', { order: 1, answer: 'REFUSE', isCancelled: true });
  expect([openPointsOf(cancelled).length, refusalLines({ ...cancelled, refusals: [] })]).toEqual([1, []]);
  const other = {
    ...formWith('DISCUSS', { order: 1, answer: 'REFUSE' }),
    additionalChoices: [{ ...BLOOD, title: 'Other', answer: null }],
  };
  expect(refusalLines({ ...other, refusals: [] })).toEqual([]);
});

test('a talk settles what was answered before it, and nothing that came after', () => {
  const late = formWith('DISCUSS', { order: 1, answer: 'REFUSE', isLate: true });
  for (const [at, count] of [
    ['2026-08-06T13:00:00.000Z', 1],
    ['2026-08-06T15:00:00.000Z', 0],
  ] as const)
    expect(openPointsOf({ ...late, talks: [{ choiceIDs: ['blood'], at }] })).toHaveLength(count);
});

test('each signer is asked what the form left open, and what they have not settled since', () => {
  for (const first of ANSWERS)
    for (const own of ANSWERS)
      for (const other of ANSWERS) {
        const form = formWith(first, { order: 1, answer: own }, { order: 2, answer: other });
        const isOpen = (first === 'DISCUSS' || first === null) && own !== 'ACCEPT' && own !== 'REFUSE';
        expect(openPointsFor(form, 1).map(({ id }) => id)).toEqual(isOpen ? ['blood'] : []);
      }
});

test('roles × form types: only somebody who decides and has signed is asked again, and nothing that the form does not show', () => {
  for (const formType of FORM_TYPES)
    for (const role of SIGNER_ROLES)
      for (const state of ['SIGNED', 'VERIFIED', 'DECLINED'] as const) {
        const recipients = [{ role, state, signing_order: 1, method: 'DRAWN' as const }];
        const additionalChoices = [
          { ...BLOOD, answer: null },
          { ...STUDENTS, answer: 'ACCEPT' as const },
        ];
        const isAsked = decides(role) && state === 'SIGNED' && formType !== 'FORM_4';
        expect(laterPoints({ formType, additionalChoices, recipients }, 1).map(({ id }) => id)).toEqual(isAsked ? ['blood'] : []);
      }
});

test('nobody is asked again once the clinician has signed, or the form is not out', () => {
  const clinician = (state: 'SIGNED' | 'WAITING') => ({ role: 'CLINICIAN' as const, state, signing_order: 2, method: null });
  const patient = { role: 'PATIENT' as const, state: 'SIGNED' as const, signing_order: 1, method: 'DRAWN' as const };
  const may = (status: Parameters<typeof canAnswerLater>[0]['status'], state: 'SIGNED' | 'WAITING') =>
    canAnswerLater({ status, recipients: [patient, clinician(state)] });
  expect(may('PARTIALLY_SIGNED', 'WAITING')).toBe(true);
  expect(may('PARTIALLY_SIGNED', 'SIGNED')).toBe(false);
  for (const status of ['DRAFT', 'SIGNED', 'DECLINED', 'WITHDRAWN', 'VOIDED', 'EXPIRED', 'SUPERSEDED'] as const)
    expect(may(status, 'WAITING')).toBe(false);
});

const tickOf = (order: number, answer: PaperTick, nth: number): LaterRecord => ({
  signing_order: order,
  at: `2026-08-06T14:1${nth}:00.000Z`,
  readBy: 'Demo Clinician',
  answers: [{ id: BLOOD.id, title: BLOOD.title, answer }],
});

/** From the answer that asks for most care; no tick is none. */
const CARE: readonly PaperTick[] = ['REFUSE', 'DISCUSS', 'UNCLEAR', 'ACCEPT', 'NONE'];

test('printed answer × the papers of two signers: the one that asks for most care counts, and no tick takes the place of none', () => {
  for (const printed of ANSWERS)
    for (const one of PAPER_TICKS)
      for (const two of PAPER_TICKS) {
        const form = { ...formWith(printed), laterAnswers: [tickOf(1, one, 1), tickOf(2, two, 2)] };
        const most = CARE.find((each) => [printed ?? 'NONE', one, two].includes(each))!;
        const [choice] = detailedChoices(form);
        expect(choice?.answer, `${printed} ${one} ${two}`).toBe(most === 'NONE' || most === 'UNCLEAR' ? null : most);
        expect(refusalLines({ ...form, refusals: [] })).toEqual(most === 'REFUSE' ? ['NO BLOOD TRANSFUSION'] : []);
        const open = { REFUSE: [], ACCEPT: [], DISCUSS: ['discuss'], UNCLEAR: ['unclear'], NONE: ['unanswered'] }[most];
        expect(openPointsOf({ ...form, isOnPaper: true }).map(({ kind }) => kind)).toEqual(open);
        // The answer of one signer settles nothing for the other.
        const own = { REFUSE: 0, ACCEPT: 0, DISCUSS: 1, UNCLEAR: 1, NONE: 1 };
        const alone = CARE.find((each) => [printed ?? 'NONE', two].includes(each))!;
        expect(openPointsFor(form, 2)).toHaveLength(own[alone]);
      }
});

test('a yes on the tablet takes the place of the own tick, and of nobody else’s', () => {
  for (const ticked of PAPER_TICKS)
    for (const signer of [1, 2]) {
      const yes = { ...formWith(null, { order: signer, answer: 'ACCEPT' }) };
      const [signed] = yes.laterAnswers;
      const form = { ...yes, laterAnswers: [tickOf(1, ticked, 0), { ...signed!, at: '2026-08-06T14:30:00.000Z' }] };
      const isReplaced = signer === 1 || ticked === 'NONE' || ticked === 'ACCEPT';
      const expected = isReplaced ? 'ACCEPT' : ticked === 'UNCLEAR' ? null : ticked;
      expect(detailedChoices(form)[0]?.answer, `${ticked} ${signer}`).toBe(expected);
    }
});

test('a tick that its signer has answered again since stands on the form as it was signed', () => {
  for (const tick of ['DISCUSS', 'UNCLEAR'] as const) {
    const [choice] = detailedChoices({
      additionalChoices: [{ ...BLOOD, answer: null }],
      laterAnswers: [tickOf(1, tick, 0), ...recordOf({ order: 1, answer: 'ACCEPT' }, 1)],
    });
    expect(choice).toMatchObject({ answer: 'ACCEPT', signed: { answer: tick === 'DISCUSS' ? 'DISCUSS' : null } });
    expect(choiceWithSigned(choice!)).not.toContain('Nothing ticked');
  }
});
