import type { DetailedChoice } from '#domain/consents/choice-details.ts';
import { choiceAnswer, sealedChoice } from '#domain/consents/choice-in-words.ts';
import { SIGNED_TITLES } from '#domain/consents/signed-titles.ts';
import { listedWords, quotedWords, speakerOfMatters } from '#domain/consents/own-words.ts';
import type { ShownContent } from '#domain/consents/digest.ts';
import { isSignedOnPaper, ON_THE_SCAN } from '#domain/documents/paper-scan.ts';
import type { ChoiceRow, PdfBlock } from '#server/outside/pdf/blocks.ts';
import { laterRows, tickLines } from './document-later.ts';
import { choiceMeaning } from './document-meanings.ts';
import { choicesOfSource, heading, isForParents, paragraph, toneOf } from './document-parts.ts';
import { composed } from '#domain/values/composed.ts';
import type { DocumentSource } from './document-source.ts';

/** The parts of a document with the answers and words of those who sign. */
export type AnswerParts = { choices: PdfBlock[]; answers: PdfBlock[]; comments: PdfBlock[] };

/** The answers of a form on which nothing more is written. */
export function answerParts(source: DocumentSource): AnswerParts {
  const { pinned } = source;
  const speaker = speakerOfMatters(source.ownWords, pinned.answers.mattersToMe);
  return { choices: choiceBlocks(source), answers: answerBlocks(pinned, speaker), comments: wordsBlocks(source) };
}

/** Every choice that was offered with its answer; one without an answer says so. */
function choiceBlocks(source: DocumentSource): PdfBlock[] {
  const choices = choicesOfSource(source);
  if (choices.length === 0) return [];
  const unanswered = isSignedOnPaper(source.recipients) ? ON_THE_SCAN : undefined;
  return [
    heading(SIGNED_TITLES.choices),
    { kind: 'choices', rows: choiceRows(source, choices, unanswered) },
    ...tickLines(source).map((line) => paragraph(line)),
  ];
}

/**
 * Choices with the answers that were signed, and below each those that were given since.
 *
 * @param unanswered - the words of a choice without an answer; its own, or else ours, where absent
 */
export function choiceRows(source: DocumentSource, choices: readonly DetailedChoice[], unanswered?: string): ChoiceRow[] {
  return choices.flatMap((choice): ChoiceRow[] => {
    const { answer } = choice.signed ?? choice;
    const asSigned = { ...choice, answer };
    const tone = toneOf(answer);
    const later = laterRows(source, choice);
    const meaning = choiceMeaning(source.pinned, asSigned, unanswered);
    // A sentence that stands alone would still be read as what the signer wants now.
    return later.length === 0
      ? [{ ...sealedChoice(asSigned, unanswered), tone, ...meaning }]
      : [{ title: choice.title, answer: choiceAnswer(asSigned, 'sealed', unanswered), tone, ...meaning, later }];
  });
}

/**
 * The part with what matters to the patient; what they refuse is a strip at the head of page 1.
 *
 * @param speaker - the signer who wrote what matters, where known
 */
export function answerBlocks({ answers: { mattersToMe } }: ShownContent, speaker?: string): PdfBlock[] {
  return mattersToMe === '' ? [] : [heading('What matters to the patient'), mattersBlock(mattersToMe, speaker)];
}

/** The words of each speaker below their name. What a child wrote is not told to parents, who get the document. */
function wordsBlocks({ ownWords, recipients }: DocumentSource): PdfBlock[] {
  const signers = recipients.map(({ signing_order: order, role }) => ({ order, role }));
  const words = listedWords(ownWords, { signers, hidesChild: isForParents(recipients) });
  return words.flatMap((each) => [heading(each.speaker), paragraph(quotedWords(each))]);
}

/** The answer to what matters, under the name of the signer who wrote it where that is known. */
function mattersBlock(text: string, speaker: string | undefined): PdfBlock {
  if (speaker === undefined) return paragraph(text);
  const words = quotedWords({ kind: 'MATTERS', text, at: null });
  return { kind: 'paragraph', spans: [{ text: speaker, bold: true }, { text: composed` ${words}` }] };
}
