import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import { isChild } from '#domain/forms/signer-roles.ts';
import { composed } from '#domain/values/composed.ts';
import { heading, isForParents, paragraph } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';

type Questions = Pick<DocumentSource, 'questions' | 'recipients'>;

/** The questions that a document tells of. */
export function printedQuestions({ questions, recipients }: Questions): DocumentSource['questions'] {
  return isForParents(recipients) ? questions.filter(({ role }) => role !== null && !isChild(role)) : questions;
}

/**
 * The questions that signers asked before the form was sealed, with their answers. What a child asked is told to nobody where parents get
 * the document, and what an unknown role asked neither: it may have been the child.
 */
export function questionBlocks(source: Questions): PdfBlock[] {
  const printed = printedQuestions(source);
  if (printed.length === 0) return [];
  return [
    heading('Questions before signing'),
    ...printed.flatMap(({ asked_by: asker, text, answer, answered_by: clinician }) => [
      paragraph(composed`${asker}: ${text}`),
      paragraph(answer === null ? 'Not answered' : composed`${clinician ?? ''}: ${answer}`),
    ]),
  ];
}
