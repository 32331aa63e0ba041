import { DOCUMENT_WORDS } from '#domain/documents/document-words.ts';
import { DOCUMENT_TYPE, documentStatus } from './fhir-codes.ts';
import { referenceTo } from './fhir-ids.ts';
import type { RecordVersionParts } from './record-parts.ts';
import type { FhirDocumentReference, Reference } from './r4.ts';

type Around = { readonly organisationId: string; readonly related: readonly Reference[] };

/**
 * The sealed files of a version: the form, and the addenda that were added to it. The SHA-256 of each is its identifier (RFC 6920), as
 * an attachment's own hash is SHA-1. Never a link: whoever has the bundle needs no account here.
 */
export function documentReferences(
  { row, documents }: RecordVersionParts,
  { organisationId, related }: Around,
): FhirDocumentReference[] {
  const sealed = documents.find(({ kind }) => kind === 'SIGNED');
  return documents.map((document) => ({
    resourceType: 'DocumentReference',
    id: document.id,
    identifier: [{ system: 'urn:ietf:rfc:3986', value: `ni:///sha-256;${base64Url(document.sha256)}` }],
    status: documentStatus(row.status),
    docStatus: 'final',
    type: DOCUMENT_TYPE,
    subject: referenceTo(row.patient.id),
    date: document.madeAt,
    custodian: referenceTo(organisationId),
    ...(sealed === undefined || sealed === document ? {} : { relatesTo: [{ code: 'appends', target: referenceTo(sealed.id) }] }),
    content: [
      {
        attachment: {
          contentType: 'application/pdf',
          size: document.size,
          title: DOCUMENT_WORDS[document.kind].title,
          creation: document.madeAt,
          ...(document.bytes === null ? {} : { data: Buffer.from(document.bytes).toString('base64') }),
        },
      },
    ],
    context: { related: [...related] },
  }));
}

/** @param hex - 64 hex */
function base64Url(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}
