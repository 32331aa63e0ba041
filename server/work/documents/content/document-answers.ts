import { CHOICE_ANSWER_WORDS } from '#domain/consents/choice-words.ts';
import { parentComments } from '#domain/family/parents-words.ts';
import type { ShownContent } from '#domain/consents/digest.ts';
import { isSignedOnPaper, ON_THE_SCAN } from '#domain/documents/paper-scan.ts';
import type { ChoiceRow, PdfBlock } from '#server/outside/pdf/blocks.ts';
import { printableText } from '#domain/values/printable.ts';
import { heading, isForParents, paragraph, parentsOfSource } from './document-parts.ts';
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
function choiceBlocks({ pinned, recipients }: DocumentSource): PdfBlock[] {
  const { additionalChoices } = pinned.answers;
  if (additionalChoices.length === 0) return [];
  const unanswered = isSignedOnPaper(recipients) ? ON_THE_SCAN : 'Not answered';
  return [heading(CHOICES_TITLE), { kind: 'choices', rows: choiceRows(additionalChoices, unanswered) }];
}

/** Choices with their answers. @param unanswered - the words of a choice without one */
export function choiceRows(choices: ShownContent['answers']['additionalChoices'], unanswered: string): ChoiceRow[] {
  return choices.map(({ title, answer }) => {
    if (answer === null) return { title, answer: unanswered, tone: 'quiet' };
    const { sealed, isRefusal } = CHOICE_ANSWER_WORDS[answer];
    return { title, answer: sealed, tone: isRefusal ? 'stop' : 'plain' };
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
