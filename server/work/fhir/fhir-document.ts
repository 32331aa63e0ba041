import { filedRelation, type FiledKind } from '#domain/documents/records-status.ts';
import { DOCUMENT_WORDS } from '#domain/documents/document-words.ts';
import { documentIdentifier, documentType } from './fhir-codes.ts';
import { referenceTo } from './fhir-ids.ts';
import type { RecordVersionParts } from './record-parts.ts';
import type { FhirDocumentReference, Reference } from './r4.ts';

type Around = {
  /** of this installation, without a trailing slash */
  readonly origin: string;
  readonly organisationId: string;
  /** the clinician; undefined where not known */
  readonly author: Reference | undefined;
  readonly related: readonly Reference[];
};

type Document = RecordVersionParts['documents'][number];

/**
 * The sealed files of a version, each with its status in this state of the version: the form and its addenda, the refusal, the viewing copies.
 * The SHA-256 of each is an identifier (RFC 6920), as an attachment's own hash is SHA-1. Never a link: whoever has the bundle needs no
 * account here.
 */
export function documentReferences(version: RecordVersionParts, { author, related, ...around }: Around): FhirDocumentReference[] {
  const { row } = version;
  return filed(version, around).map(({ document, frame }) => ({
    ...frame,
    identifier: [...frame.identifier, { system: 'urn:ietf:rfc:3986', value: `ni:///sha-256;${base64Url(document.sha256)}` }],
    ...documentType(document.kind, row.status),
    date: document.madeAt,
    ...(author === undefined ? {} : { author: [author] }),
    ...relatesTo(version, document),
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

/** The files of a version that was about another patient: that each was filed in error, and nothing of what it held. */
export function takenBackDocuments(
  version: RecordVersionParts,
  around: Pick<Around, 'origin' | 'organisationId'>,
): FhirDocumentReference[] {
  return filed(version, around).map(({ document, frame }) => ({
    ...frame,
    ...documentType(document.kind, version.row.status),
    date: document.madeAt,
    content: [{ attachment: { contentType: 'application/pdf' } }],
  }));
}

/** The documents that have a status in this state of their version, with what stands in each reference. */
function filed(
  { row, documents, filing }: RecordVersionParts,
  { origin, organisationId }: Pick<Around, 'origin' | 'organisationId'>,
) {
  return documents.flatMap((document) => {
    const status = filing.documents[document.kind];
    if (status === undefined) return [];
    const identifier = documentIdentifier(document.id, origin);
    const isInError = status === 'entered-in-error';
    return [
      {
        document,
        frame: {
          resourceType: 'DocumentReference' as const,
          id: document.id,
          masterIdentifier: identifier,
          identifier: [identifier],
          status,
          docStatus: isInError ? ('entered-in-error' as const) : ('final' as const),
          subject: referenceTo(row.patient.id),
          custodian: referenceTo(organisationId),
        },
      },
    ];
  });
}

/** How a document stands to another one; nothing where that one is not in the record. */
function relatesTo(
  { row, documents, formerFormId }: RecordVersionParts,
  { id, kind }: Pick<Document, 'id'> & { readonly kind: FiledKind },
): Pick<FhirDocumentReference, 'relatesTo'> {
  const relation = filedRelation(kind, row.status);
  if (relation === null) return {};
  const own = documents.find((each) => each.kind === 'SIGNED') ?? documents.find((each) => each.kind === 'REFUSAL');
  const target = relation.to === 'FORMER' ? formerFormId : (own?.id ?? null);
  return target === null || target === id ? {} : { relatesTo: [{ code: relation.code, target: referenceTo(target) }] };
}

/** @param hex - 64 hex */
function base64Url(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}
