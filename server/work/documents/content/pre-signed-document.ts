import { mayMove } from '#domain/cases/case-machine.ts';
import { placeholder } from '#domain/consents/recipients.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import { statementOf } from '#domain/consents/statements.ts';
import type { PdfDocument, SignatureBlock } from '#server/outside/pdf/blocks.ts';
import { bodyBlocks, identityBlock } from './document.ts';
import { statementMeaning } from './document-meanings.ts';
import { documentHead } from './document-head.ts';
import { textWithSignatures, type SigningParts } from './signatures-in-text.ts';
import { absentParts } from './document-signing.ts';
import type { DocumentSource } from './document-source.ts';

/** The form before anybody signed it, with its state on each page. A draft has a watermark. Nothing in it can be checked: it is not sealed. */
export function preSignedDocument(source: DocumentSource, status: CaseStatus): PdfDocument {
  const { consentId, madeAt } = source;
  const isDraft = source.digest === '';
  return {
    ...documentHead(source, { subject: 'Form before signing', state: isDraft ? 'draft' : 'not signed' }),
    createdAt: madeAt,
    state: { words: isDraft ? 'Draft' : 'Not signed', tone: 'warn' },
    footer: { versionId: consentId, state: stateWords(status, isDraft) },
    ...(isDraft && { watermark: 'Draft' }),
    blocks: [
      identityBlock(source),
      ...bodyBlocks(source, textWithSignatures(source.pinned.template.nodes, source.recipients, emptyParts(source))),
    ],
  };
}

function stateWords(status: CaseStatus, isDraft: boolean): string {
  if (status === 'VOIDED') return 'Recorded in error. This is the form before anybody signed it.';
  if (isDraft) return 'Draft. It can still change. Not signed.';
  return mayMove(status, 'sign') ? 'Not signed yet.' : 'The form as it was sent, before anybody signed it.';
}

function emptyParts(source: DocumentSource): SigningParts {
  return {
    ...absentParts(source),
    boxesOf: ({ role, name, signing_order: order }): SignatureBlock[] => [
      {
        kind: 'signature',
        label: placeholder(order, 1),
        role: ROLE_WORDS[role],
        name,
        statement: statementOf(source.pinned, role),
        ...statementMeaning(source.pinned, { role, statement: statementOf(source.pinned, role) }),
        mark: { kind: 'empty', words: 'Not signed' },
      },
    ],
  };
}
