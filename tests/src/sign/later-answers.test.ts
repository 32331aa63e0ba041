import type { TicketDetails } from '#contract/signing.ts';
import { LATER_STATEMENT, laterDigest } from '#domain/signing/later-signature.ts';
import { sha256Hex } from '#server/sha256.ts';
import { digestShownContent } from '#src/sign/content-digest.ts';
import { answeredOf, answersBody, laterAnswersOf } from '#src/sign/later-answers.ts';
import { noticeChange } from '#src/sign/notice-change.ts';
import { stepsOf } from '#src/sign/steps.ts';
import { INITIAL_VISIT, visitReducer, type VisitAction } from '#src/sign/visit.ts';
import { expect, test } from 'vitest';
import { aForm, OPEN_QUESTION } from './form.ts';

const POINTS = [
  { id: 'blood', title: 'Blood', first: 'DISCUSS' as const },
  { id: 'pork', title: 'Pork', first: null },
];
const asked = await withDigest(aForm({}, { state: 'SIGNED', later: { points: POINTS, statement: LATER_STATEMENT } }));
const NAME = { name: 'Amber Demo-Rowan', method: 'TYPED', typedName: 'Amber Demo-Rowan' } as const;

async function withDigest(details: TicketDetails): Promise<TicketDetails> {
  return { ...details, contentDigest: await digestShownContent(details) };
}
const after = (...actions: readonly VisitAction[]) => actions.reduce(visitReducer, INITIAL_VISIT).stage;

test('who has signed and is asked again says who they are, answers, and signs that: there is no other page', () => {
  expect(stepsOf(asked)).toEqual(['identity', 'again', 'answers']);
  const pages = after({ kind: 'loaded', details: asked });
  expect(pages).toMatchObject({ kind: 'form', at: 'identity' });
  // Nobody is shown anything before they have said who they are.
  expect(after({ kind: 'loaded', details: asked }, { kind: 'change', at: 'answers' })).toMatchObject({ at: 'identity' });
  const open = { ...asked, consent: { ...asked.consent, questions: [OPEN_QUESTION] } };
  expect(after({ kind: 'loaded', details: open }, { kind: 'confirmed' }, { kind: 'onward' })).toMatchObject({ at: 'answers' });
  const { later: _, ...signed } = asked;
  expect(after({ kind: 'loaded', details: signed })).toMatchObject({ kind: 'over', ending: 'signed' });
});

test('a form that is read again goes on where it was, and ends where nothing is asked any more', async () => {
  expect(await noticeChange(asked, { kind: 'loaded', details: asked })).toEqual({ kind: 'questions', questions: [] });
  const { later: _, ...settled } = asked;
  expect(await noticeChange(asked, { kind: 'loaded', details: settled })).toEqual({ kind: 'loaded', details: settled });
});

test('the answers stand in the order of the form, whichever was given first, and the last one counts', () => {
  const pork = answeredOf(POINTS, [], { id: 'pork', answer: 'REFUSE' });
  const both = answeredOf(POINTS, pork, { id: 'blood', answer: 'DISCUSS' });
  const now = answeredOf(POINTS, both, { id: 'blood', answer: 'ACCEPT' });
  expect(laterAnswersOf(asked, now).map(({ id, first, answer }) => [id, first, answer])).toEqual([
    ['blood', 'DISCUSS', 'ACCEPT'],
    ['pork', null, 'REFUSE'],
  ]);
});

test('the call holds the digest that the server computes, and none is made for another form or sentence', async () => {
  const again = answeredOf(POINTS, [], { id: 'blood', answer: 'REFUSE' });
  const body = (await answersBody(asked, again, NAME))!;
  const signer = { signing_order: 1, role: 'PATIENT' as const, name: 'Amber Demo-Rowan' };
  const answers = laterAnswersOf(asked, again);
  expect(body.signature.answersDigest).toBe(
    await laterDigest({ contentDigest: asked.contentDigest, signer, answers }, sha256Hex),
  );
  // Any other word is another digest.
  for (const change of [{ title: 'Bloods' }, { first: null }, { answer: 'ACCEPT' as const }])
    expect(
      await laterDigest({ contentDigest: asked.contentDigest, signer, answers: [{ ...answers[0]!, ...change }] }, sha256Hex),
    ).not.toBe(body.signature.answersDigest);
  expect(await answersBody({ ...asked, contentDigest: '2'.repeat(64) }, again, NAME)).toBeNull();
  const other = { ...asked, later: { points: POINTS, statement: 'I agree to everything' } };
  expect(await answersBody(other, again, NAME)).toBeNull();
});
