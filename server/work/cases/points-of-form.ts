import { isReadOnPaper } from '#domain/consents/later-answers.ts';
import type { OpenPoint } from '#domain/consents/open-points.ts';
import type { FormToAnswer } from '#domain/documents/later-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';

type OfVersion = { readonly consent: ConsentRow };

/** The choices that a version leaves open as it was shown to its signers; none before it was sent. */
export function openPointsOfForm({ consent }: OfVersion, recipients: readonly RecipientRow[]): OpenPoint[] {
  const form = formToAnswer({ consent }, recipients);
  return form === undefined ? [] : openPointsOnForm(form);
}

/** As {@link openPointsOfForm}, with those that their signers have settled since: a clinician's page may still show them. */
export function openPointsOnceOf({ consent }: OfVersion, recipients: readonly RecipientRow[]): OpenPoint[] {
  return [
    ...openPointsOfForm({ consent: { ...consent, later_answers: consent.later_answers.filter(isReadOnPaper) } }, recipients),
    ...openPointsOfForm({ consent }, recipients),
  ];
}

/** A version as far as it leaves something open, as it was shown to its signers; undefined before it was sent. */
export function formToAnswer(
  { consent }: OfVersion,
  recipients: readonly RecipientRow[],
): (FormToAnswer & { readonly recipients: readonly RecipientRow[] }) | undefined {
  const { pinned, talks, content, later_answers: laterAnswers } = consent;
  if (pinned === null) return undefined;
  const { formType, answers } = pinned;
  const { choiceDetails, safetyNotShown } = content;
  const form = { formType, additionalChoices: answers.additionalChoices, choiceDetails, safetyNotShown };
  return { ...form, talks, laterAnswers, recipients };
}
