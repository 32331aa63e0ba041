import { detailedChoices, type DetailedChoice } from '#domain/consents/choice-details.ts';
import { sealedChoice } from '#domain/consents/choice-in-words.ts';
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
function choiceBlocks(source: DocumentSource): PdfBlock[] {
  const choices = choicesOfSource(source);
  if (choices.length === 0) return [];
  const unanswered = isSignedOnPaper(source.recipients) ? ON_THE_SCAN : undefined;
  return [heading(CHOICES_TITLE), { kind: 'choices', rows: choiceRows(choices, unanswered) }];
}

/** The choices of a form, each with its own words. */
export function choicesOfSource({ pinned: { answers }, choiceDetails }: DocumentSource): DetailedChoice[] {
  return detailedChoices({ additionalChoices: answers.additionalChoices, choiceDetails });
}

/** Choices with their answers. @param unanswered - the words of a choice without one; its own, or else ours, where absent */
export function choiceRows(choices: readonly DetailedChoice[], unanswered?: string): ChoiceRow[] {
  return choices.map((choice) => ({ ...sealedChoice(choice, unanswered), tone: toneOf(choice.answer) }));
}

function toneOf(answer: DetailedChoice['answer']): ChoiceRow['tone'] {
  if (answer === null) return 'quiet';
  return answer === 'REFUSE' ? 'stop' : 'plain';
}

/** The part with what matters to the patient; what they refuse is a strip at the head of page 1. */
export function answerBlocks({ answers: { mattersToMe } }: ShownContent): PdfBlock[] {
  return mattersToMe === '' ? [] : [heading('What matters to the patient'), paragraph(mattersToMe)];
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
