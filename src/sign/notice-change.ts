import type { TicketDetails } from '#contract/signing.ts';
import { shownWithAnswers } from '#domain/consents/shown.ts';
import { signerOf } from './steps.ts';
import { digestShownContent } from './content-digest.ts';
import type { VisitAction } from './visit.ts';

/** The action for a visit whose form has changed on the server since it was shown. */
export async function noticeChange(shown: TicketDetails | null, action: VisitAction & { kind: 'loaded' }): Promise<VisitAction> {
  const { consent, contentDigest } = action.details;
  const state = signerOf(action.details)?.state;
  const isAgain = shown?.later && action.details.later;
  if (shown === null || (state === 'SIGNED' && !isAgain) || state === 'DECLINED') return action;
  if (contentDigest === shown.contentDigest) return { kind: 'questions', questions: consent.questions };
  // Answers sent just before a reload: the difference is the signer's own, and the visit goes on.
  const { mattersToMe, additionalChoices } = consent;
  const answers = { ...shown.consent, mattersToMe, additionalChoices };
  const answered = { ...shown, consent: answers, shown: shownWithAnswers(shown.shown, answers) };
  if ((await digestShownContent(answered)) === contentDigest) return { kind: 'consent', consent, sent: {} };
  return { kind: 'halted', why: 'changed' };
}
