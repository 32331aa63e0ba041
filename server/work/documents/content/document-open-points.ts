import { refusalLines } from '#domain/consents/choice-in-words.ts';
import { openPointLine, openPointsByKind } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { isClinician } from '#domain/forms/signer-roles.ts';
import { leftOpenInWords } from '#domain/signing/open-point-reasons.ts';
import { composed } from '#domain/values/composed.ts';
import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import type { DocumentSource } from './document-source.ts';

/**
 * The choices that a signed form leaves open, boxed at the head of page 1, each with the clinician's reason: lights and lists name the
 * same ones.
 */
export function openPointBlocks({
  pinned,
  choiceDetails,
  safetyNotShown,
  laterAnswers,
  recipients,
  signatures,
}: Pick<
  DocumentSource,
  'pinned' | 'choiceDetails' | 'safetyNotShown' | 'laterAnswers' | 'recipients' | 'signatures'
>): PdfBlock[] {
  const { formType, answers } = pinned;
  const form = { formType, additionalChoices: answers.additionalChoices, choiceDetails, safetyNotShown, laterAnswers };
  const points = openPointsOnForm({ ...form, recipients });
  const reasons = signatures.flatMap(({ role, given }) => (isClinician(role) ? (given.openPoints ?? []) : []));
  return openPointsByKind(points).map((ofKind) => {
    const reason = leftOpenInWords(ofKind, reasons);
    const why = reason === '' ? '' : composed` The clinician’s reason: ${reason}`;
    return {
      kind: 'notice',
      tone: 'warn',
      title: openPointLine(ofKind, ofKind.length),
      spans: [{ text: `Open when everybody had signed. A later talk about it is in the record.${why}` }],
    };
  });
}

/** Everything that the patient refuses, boxed at the head of page 1, each by itself; also what was refused after the signature alone. */
export function refusalBlocks({
  pinned: { answers },
  choiceDetails,
  laterAnswers,
}: Pick<DocumentSource, 'pinned' | 'choiceDetails' | 'laterAnswers'>): PdfBlock[] {
  const lines = refusalLines({ ...answers, choiceDetails, laterAnswers });
  return lines.length === 0 ? [] : [{ kind: 'notice', tone: 'stop', title: 'Refusals', spans: [{ text: lines.join('\n') }] }];
}
