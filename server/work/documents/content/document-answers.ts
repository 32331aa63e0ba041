import type { DetailedChoice } from '#domain/consents/choice-details.ts';
import { choiceAnswer } from '#domain/consents/choice-in-words.ts';
import { parentComments } from '#domain/family/parents-words.ts';
import type { ShownContent } from '#domain/consents/digest.ts';
import { isSignedOnPaper, ON_THE_SCAN } from '#domain/documents/paper-scan.ts';
import type { ChoiceRow, PdfBlock } from '#server/outside/pdf/blocks.ts';
import { printableText } from '#domain/values/printable.ts';
import { laterRows } from './document-later.ts';
import { choicesOfSource, heading, isForParents, paragraph, parentsOfSource, toneOf } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';

/** The parts of a document with the answers and words of those who sign. */
export type AnswerParts = { choices: PdfBlock[]; answers: PdfBlock[]; comments: PdfBlock[] };

/** The answers of a form on which nothing more is written. */
export function answerParts(source: DocumentSource): AnswerParts {
  const { pinned } = source;
  return { choices: choiceBlocks(source), answers: answerBlocks(pinned), comments: commentBlocks(source) };
}

export const CHOICES_TITLE = 'The patient’s choices';

/** Every choice that was offered with its answer; one without an answer says so. */
function choiceBlocks(source: DocumentSource): PdfBlock[] {
  const choices = choicesOfSource(source);
  if (choices.length === 0) return [];
  const unanswered = isSignedOnPaper(source.recipients) ? ON_THE_SCAN : undefined;
  return [heading(CHOICES_TITLE), { kind: 'choices', rows: choiceRows(source, choices, unanswered) }];
}

/**
 * Choices with the answers that were signed, and below each those that were given since.
 *
 * @param unanswered - the words of a choice without an answer; its own, or else ours, where absent
 */
export function choiceRows(source: DocumentSource, choices: readonly DetailedChoice[], unanswered?: string): ChoiceRow[] {
  return choices.flatMap((choice): ChoiceRow[] => {
    const { answer } = choice.signed ?? choice;
    const signed = {
      title: choice.title,
      answer: choiceAnswer({ ...choice, answer }, 'sealed', unanswered),
      tone: toneOf(answer),
    };
    const later = laterRows(source, choice);
    return [later.length === 0 ? signed : { ...signed, later }];
  });
}

/** The part with what matters to the patient, and the refused procedures. */
export function answerBlocks({ answers: { mattersToMe, refusals } }: ShownContent): PdfBlock[] {
  return [
    ...(mattersToMe === '' ? [] : [heading('What matters to the patient'), paragraph(mattersToMe)]),
    ...(refusals.length === 0
      ? []
      : [
          {
            kind: 'notice' as const,
            tone: 'stop' as const,
            // A text may begin with “No”: no verb stands before it.
            title: 'Refusals',
            spans: [{ text: refusals.join('\n') }],
          },
        ]),
  ];
}

/** The signers' comments in their own words. */
function commentBlocks(source: DocumentSource): PdfBlock[] {
  const { comments, recipients } = source;
  const note = (title: string, text: string): PdfBlock[] => (text === '' ? [] : [heading(title), paragraph(printableText(text))]);
  return [
    ...note('The patient added', isForParents(recipients) ? '' : comments.patient),
    ...parentComments(comments.parent, parentsOfSource(source)).flatMap(({ speaker, text }) => note(speaker, text)),
    ...note('The interpreter added', comments.interpreter),
  ];
}
