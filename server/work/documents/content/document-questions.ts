import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import { isChild } from '#domain/forms/signer-roles.ts';
import { printableText } from '#domain/values/printable.ts';
import { heading, isForParents, paragraph } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';

/**
 * The questions that signers asked before the form was sealed, with their answers. What a child asked is told to nobody where parents get
 * the document, and what an unknown role asked neither: it may have been the child.
 */
export function questionBlocks({ questions, recipients }: Pick<DocumentSource, 'questions' | 'recipients'>): PdfBlock[] {
  const printed = isForParents(recipients) ? questions.filter(({ role }) => role !== null && !isChild(role)) : questions;
  if (printed.length === 0) return [];
  return [
    heading('Questions before signing'),
    ...printed.flatMap(({ asked_by: asker, text, answer, answered_by: clinician }) => [
      paragraph(printableText(`${asker}: ${text}`)),
      paragraph(printableText(answer === null ? 'Not answered' : `${clinician ?? ''}: ${answer}`)),
    ]),
  ];
}
