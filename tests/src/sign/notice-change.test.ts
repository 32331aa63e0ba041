import type { TicketDetails } from '#contract/signing.ts';
import { digestShownContent } from '#src/sign/content-digest.ts';
import { noticeChange } from '#src/sign/notice-change.ts';
import { expect, test } from 'vitest';
import { aForm, OPEN_QUESTION } from './form.ts';

const shown = await withDigest(aForm());

/** The form with the digest that the server computes for it. */
async function withDigest(details: TicketDetails): Promise<TicketDetails> {
  return { ...details, contentDigest: await digestShownContent(details) };
}
const changed = (fields: Partial<TicketDetails['consent']>) => withDigest({ ...shown, consent: { ...shown.consent, ...fields } });
const notice = (details: TicketDetails) => noticeChange(shown, { kind: 'loaded', details });

test('the same form brings its questions alone', async () => {
  const details = await changed({ questions: [OPEN_QUESTION] });
  expect(await notice(details)).toEqual({ kind: 'questions', questions: [OPEN_QUESTION] });
});

test('answers that were on their way at a reload are the person’s own: the form goes on with its new digest', async () => {
  const details = await changed({ mattersToMe: 'The garden' });
  expect(details.contentDigest).not.toBe(shown.contentDigest);
  expect(await notice(details)).toEqual({ kind: 'consent', consent: details.consent, sent: {} });
});

test.each([
  ['a procedure', { procedures: shown.consent.procedures.map((each) => ({ ...each, side: 'LEFT' as const })) }],
  ['a refusal', { refusals: ['Students'] }],
])('a form in which %s was changed stops the visit', async (_, fields) => {
  expect(await notice(await changed({ ...fields, mattersToMe: 'The garden' }))).toEqual({ kind: 'halted', why: 'changed' });
});

test.each(['SIGNED', 'DECLINED'] as const)('a form that is %s by now is read anew, which ends the visit', async (state) => {
  const details = { ...shown, recipients: shown.recipients.map((each) => ({ ...each, state })) };
  expect(await notice(details)).toEqual({ kind: 'loaded', details });
});
