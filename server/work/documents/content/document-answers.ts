import type { DetailedChoice } from '#domain/consents/choice-details.ts';
import { choiceAnswer } from '#domain/consents/choice-in-words.ts';
import { listedWords, OWN_WORDS_TITLE, quotedWords, speakerOfMatters } from '#domain/consents/own-words.ts';
import type { ShownContent } from '#domain/consents/digest.ts';
import { isSignedOnPaper, ON_THE_SCAN } from '#domain/documents/paper-scan.ts';
import type { ChoiceRow, PdfBlock } from '#server/outside/pdf/blocks.ts';
import { laterRows } from './document-later.ts';
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

/** The part with what matters to the patient, and the refused procedures. @param speaker - the signer who wrote what matters, where known */
export function answerBlocks({ answers: { mattersToMe, refusals } }: ShownContent, speaker?: string): PdfBlock[] {
  return [
    ...(mattersToMe === '' ? [] : [heading('What matters to the patient'), mattersBlock(mattersToMe, speaker)]),
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

/** Speakers and their words, each by name. What a child wrote is not told to parents, who get the document. */
function wordsBlocks({ ownWords, recipients }: DocumentSource): PdfBlock[] {
  const signers = recipients.map(({ signing_order: order, role }) => ({ order, role }));
  const words = listedWords(ownWords, { signers, hidesChild: isForParents(recipients) });
  if (words.length === 0) return [];
  return [heading(OWN_WORDS_TITLE), ...words.map((each): PdfBlock => spoken(each.speaker, quotedWords(each)))];
}

/** The answer to what matters, under the name of the signer who wrote it where that is known. */
function mattersBlock(text: string, speaker: string | undefined): PdfBlock {
  return speaker === undefined ? paragraph(text) : spoken(speaker, quotedWords({ kind: 'MATTERS', text, at: null }));
}

function spoken(speaker: string, words: string): PdfBlock {
  return { kind: 'paragraph', spans: [{ text: speaker, bold: true }, { text: composed` ${words}` }] };
}
