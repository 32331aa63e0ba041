import { FILE_TYPES } from '#contract/engine/file-types.ts';
import type { Parsed } from '#contract/calls.ts';
import { bytesOfDocuments, type SealedDocument } from '#server/data/documents/sealed-documents.ts';
import { Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { FileAnswer } from '#server/http/send-answer.ts';
import type { Context } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { fhirBundle } from './fhir-bundle.ts';
import { readRecord } from './read-record.ts';

/** One patient's record as a file of FHIR R4, bytes (interop §4). */
export const BUNDLE_BYTES_MOST = 25 * 1024 * 1024;

/**
 * A patient's record as a file of FHIR R4. The security log says who took it, of which record, and whether with the documents.
 *
 * @throws Refused NOT_FOUND for a patient out of reach; RECORD_TOO_LARGE over 25 MiB, before any document was read; DOCUMENT_ALTERED
 */
export async function exportBundle(
  context: Context<StaffActor>,
  { id, documents }: Parsed<'patientGetBundle'>,
): Promise<FileAnswer> {
  const { db, actor } = context;
  const bytesFor = async (sealed: readonly SealedDocument[]) => {
    if (documents === 'NONE') return new Map<string, Uint8Array>();
    refuseTooLarge(sealed.reduce((sum, { size }) => sum + base64Length(size), 0));
    return bytesOfDocuments(db, { organisationId: actor.organisationId, ids: sealed.map((each) => each.id) });
  };
  const parts = await readRecord(context, id, bytesFor);
  const bundle = fhirBundle(parts);
  const file = Buffer.from(JSON.stringify(bundle), 'utf8');
  refuseTooLarge(file.length);
  const number = parts.patient.recordID ?? id;
  await logStaffSecurityEvent(db, context, {
    type: 'RECORD_EXPORTED',
    subject: `patient ${number}`,
    detail: `FHIR, ${bundle.entry.length} entries, documents ${documents}`,
  });
  return { file, name: `${number}.fhir.json`, type: FILE_TYPES.FHIR };
}

/** @param bytes - of the answer, or of a part of it */
function refuseTooLarge(bytes: number): void {
  if (bytes > BUNDLE_BYTES_MOST) throw new Refused('RECORD_TOO_LARGE');
}

/** The length of so many bytes in base64. */
function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}
