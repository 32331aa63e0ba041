import type { TicketDetails } from '#contract/signing.ts';
import { shownWithAnswers } from '#domain/consents/shown.ts';
import { signerOf } from './steps.ts';
import { digestShownContent } from './content-digest.ts';
import type { VisitAction } from './visit.ts';

/** What a newer version of the form means for the visit that shows an older one. */
export async function noticeChange(shown: TicketDetails | null, action: VisitAction & { kind: 'loaded' }): Promise<VisitAction> {
  const { consent, contentDigest } = action.details;
  const state = signerOf(action.details)?.state;
  if (shown === null || state === 'SIGNED' || state === 'DECLINED') return action;
  if (contentDigest === shown.contentDigest) return { kind: 'questions', questions: consent.questions };
  // Answers that were sent just before a reload: they are the person's own, and nothing else differs.
  const { mattersToMe, additionalChoices } = consent;
  const answers = { ...shown.consent, mattersToMe, additionalChoices };
  const answered = { ...shown, consent: answers, shown: shownWithAnswers(shown.shown, answers) };
  if ((await digestShownContent(answered)) === contentDigest) return { kind: 'consent', consent, sent: {} };
  return { kind: 'halted', why: 'changed' };
}
