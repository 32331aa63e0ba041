import { isConsenter } from '#domain/consents/recipients.ts';
import { OWN_PAGE_PATH } from '#domain/signing/own-page.ts';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import type { DocumentSource } from './document-source.ts';

/** The foot of a document that whoever decided gets a copy of: how it is checked, and where they come back to it. Nobody comes back to a form on which a clinician alone decides. */
export function copyFooter({
  consentId,
  verifyUrl,
  recipients,
}: Pick<DocumentSource, 'consentId' | 'verifyUrl' | 'recipients'>): PdfDocument['footer'] {
  const ownPage = `${new URL(verifyUrl).host}${OWN_PAGE_PATH}`;
  return {
    versionId: consentId,
    verifyUrl,
    ...(recipients.some(isConsenter) && { comeBack: `Come back at ${ownPage}` }),
  };
}
