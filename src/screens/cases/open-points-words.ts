import type { Consent } from '#contract/shapes/record-shapes.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { openPointsInWords, type OpenPoint } from '#domain/consents/open-points.ts';
import { canAnswerLater } from '#domain/documents/later-points.ts';

/** The way on with what a form leaves open: a second handover is named only where one is possible, and asks what the form shows. */
export function openPointsAdvice(
  consent: Pick<Consent, 'status' | 'recipients'>,
  points: readonly Pick<OpenPoint, 'kind'>[] = [],
): string {
  if (consent.status === 'SIGNED')
    return 'Talk about it with the person who signs before anything is done. Lists stay amber until it is recorded.';
  const talk = 'Talk about it with the person who signs.';
  if (mayMove(consent.status, 'sign') && points.some(({ kind }) => kind === 'notAsked'))
    return `${talk} This form does not show what was not asked: take it back and send it again, or record the talk in the case once everybody has signed.`;
  if (canAnswerLater(consent))
    return `${talk} They can then answer and sign that on this tablet, until the clinician has signed.`;
  // A form that has ended asks nobody any more, and no talk about it is recorded.
  return mayMove(consent.status, 'sign')
    ? `${talk} The clinician has signed: the talk is recorded in the case, once everybody has.`
    : talk;
}

/** The title where signers can still answer: what is open, or that it was, where another signer has settled it. */
export function answerableTitle(open: readonly OpenPoint[]): string {
  return openPointsInWords(open) || 'Left open when it was signed';
}
