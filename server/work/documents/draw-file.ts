import { FILE_TYPES } from '#contract/engine/file-types.ts';
import { UnknownShownVersion } from '#domain/consents/digest.ts';
import { isPrintedToSign } from '#domain/documents/paper-code.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { consentById, type ConsentRow } from '#server/data/consents/consents.ts';
import { insertDrawnFile } from '#server/data/documents/documents.ts';
import type { DrawnKind } from '#server/data/tables/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { FileAnswer } from '#server/http/send-answer.ts';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { sha256Hex } from '#server/sha256.ts';
import { isOfWrongPatient } from '#server/work/consents/hidden-version.ts';
import { auditFile } from './audit-file.ts';
import type { DrawnFile } from './drawn-address.ts';
import { paperDocument } from '#server/work/documents/content/paper-document.ts';
import { preSignedDocument } from '#server/work/documents/content/pre-signed-document.ts';
import { beforeSigning, formSourceOf } from '#server/work/documents/content/unsigned-source.ts';

const NAMES: Record<DrawnKind, string> = { PRE_SIGNED: 'unsigned', PAPER: 'to-sign', AUDIT: 'audit' };

/** Whether a file of this kind is drawn of a version in this state. */
export function isDrawnOf(kind: DrawnKind, status: CaseStatus): boolean {
  return kind !== 'PAPER' || isPrintedToSign(status);
}

/**
 * Draws a file of a version as it is now, and records the digest under which it can be recognised.
 *
 * @throws Refused NOT_FOUND for a version that is gone or hidden by now, MOVE_REFUSED where none of this kind is drawn any more
 */
export async function drawFile(drawn: DrawnFile, deps: Deps): Promise<FileAnswer> {
  const { kind, organisationId, consentID, readsHidden } = drawn;
  const { db } = deps.database;
  const consent = await consentById(db, { organisationId, clinicianId: undefined }, consentID);
  if (consent === undefined || (isOfWrongPatient(consent) && !readsHidden)) throw new Refused('NOT_FOUND');
  // The form shows its differences from the version before, which may have been another patient's.
  const before =
    consent.previous_id === null
      ? undefined
      : await consentById(db, { organisationId, clinicianId: undefined }, consent.previous_id);
  if (before !== undefined && isOfWrongPatient(before) && !readsHidden && kind !== 'AUDIT') throw new Refused('NOT_FOUND');
  if (!isDrawnOf(kind, consent.status)) throw moveRefused('NO_DOCUMENT');
  const file = await deps.pdf.render(await documentOf({ ...drawn, consent }, deps));
  await insertDrawnFile(db, {
    organisation_id: organisationId,
    consent_id: consentID,
    kind,
    sha256: sha256Hex(file),
    made_at: new Date(deps.clock()).toISOString(),
  });
  return { file, name: `${consentID}_${NAMES[kind]}.pdf`, type: FILE_TYPES.PDF };
}

async function documentOf(
  { kind, consent, readsHidden, readsAnswers = false }: DrawnFile & { consent: ConsentRow },
  deps: Deps,
): Promise<PdfDocument> {
  try {
    const source = await formSourceOf(consent, deps);
    if (kind === 'AUDIT') return await auditFile(source, { consent, readsHidden, readsAnswers }, deps);
    const unsigned = beforeSigning(source);
    if (kind === 'PRE_SIGNED') return preSignedDocument(unsigned, consent.status);
    return paperDocument(unsigned, new Map(source.recipients.map(({ signing_order: order, state }) => [order, state])));
  } catch (error) {
    // A server of this build beside a newer one draws nothing that it does not know.
    if (error instanceof UnknownShownVersion) throw moveRefused('CONSENT_OF_NEWER_BUILD');
    throw error;
  }
}
