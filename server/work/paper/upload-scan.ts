import { notNow } from '#server/work/cases/not-now.ts';
import type { Answer } from '#contract/calls.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { parsePageCode } from '#domain/documents/paper-code.ts';
import { matchScan, type ScanResult } from '#domain/documents/paper-scan.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { SCAN_REFUSALS } from '#domain/documents/scan-refusals.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { consentById, type ConsentRow } from '#server/data/consents/consents.ts';
import { deleteDocumentOfEvent, insertDocument, isScanOfOther } from '#server/data/documents/documents.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import { sha256Hex } from '#server/sha256.ts';
import { isHiddenFrom } from '#server/work/consents/hidden-version.ts';
import { openCase, recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { scanOfVersion } from '#server/work/cases/scan-events.ts';

/**
 * Stores the scan of a form that was signed with ink, after its structure and its codes were checked. It proves nothing before a clinician
 * has looked at it, and until then it is replaced by the next one.
 *
 * @throws Refused MOVE_REFUSED for a form that is not out, INVALID with a sentence about a file that is not taken; nothing is then stored
 */
export async function uploadScan(context: Context<StaffActor>, consentID: string): Promise<Answer<'consentBitpaperUpload'>> {
  const { db, actor, deps, files } = context;
  const consent = await consentById(db, caseVisibility(actor), consentID);
  if (consent === undefined) throw new Refused('NOT_FOUND');
  if (isHiddenFrom(actor, consent)) throw new Refused('FORBIDDEN');
  const digest = digestOut(consent);
  // Reading takes its time: no transaction is open meanwhile.
  const verdict = await deps.scans.inspect(files);
  if (!verdict.ok) throw refusedFile(SCAN_REFUSALS[verdict.reason]);
  const codes = verdict.pages.map((page) => page.codes.flatMap((text) => parsePageCode(text) ?? []));
  const result = matchScan({ consentID, digest, formType: consent.form_type }, codes);
  if ('fault' in result) throw refusedFile(result.fault);
  const sha256 = sha256Hex(verdict.pdf);
  await inTransaction(db, async (trx) => {
    const open = await openCase({ ...context, db: trx }, consentID);
    if (digestOut(open.consent) !== digest) throw refusedFile('The form has changed in the meantime. Print it again.');
    if (open.record.current_consent_id !== consentID) throw notNow(open);
    if (!mayStartConsent(open.patient.status)) throw new Refused('PATIENT_TAKES_NONE');
    // One paper is not consent to two things.
    if (await isScanOfOther(trx, { organisationId: actor.organisationId, id: consentID }, sha256))
      throw refusedFile('This file is already the scan of another form. Scan the paper that was signed for this one.');
    await storeScan(open, { pdf: verdict.pdf, sha256, result, digest });
  });
  const { match, isBlank, pages } = result;
  return { message: DONE.SCAN_UPLOADED, data: { sha256, match, isBlank, pages: [...pages] } };
}

/** The digest of a form that is out to be signed. @throws Refused MOVE_REFUSED for any other */
function digestOut({ status, digest, pinned }: Pick<ConsentRow, 'status' | 'digest' | 'pinned'>): string {
  if (!mayMove(status, 'sign') || digest === null || pinned === null) throw moveRefused(`CONSENT_${status}`);
  return digest;
}

async function storeScan(
  open: OpenCase,
  { pdf, sha256, result, digest }: { pdf: Uint8Array; sha256: string; result: ScanResult; digest: string },
): Promise<void> {
  const { db, record, consent, now, deps } = open;
  const before = await scanOfVersion(open);
  // The same file again is the scan that is stored.
  if (before?.sha256 === sha256 && before.contentDigest === digest) return;
  if (before?.isConfirmed === false)
    await deleteDocumentOfEvent(db, { organisationId: record.organisation_id, id: consent.id, eventId: before.eventId });
  const { match, isBlank, pages } = result;
  const unread = pages.filter(({ read }) => !read || isBlank).map(({ page }) => page);
  const eventId = await recordEvent(open, {
    type: 'SCAN_UPLOADED',
    by: byStaff(open),
    detail: { sha256, match, isBlank, pages: pages.length, unread: unread.join(','), contentDigest: digest },
  });
  await insertDocument(db, {
    organisation_id: record.organisation_id,
    id: deps.newId(),
    consent_id: consent.id,
    kind: 'SCAN',
    sha256,
    bytes: pdf,
    level: null,
    made_at: now,
    event_id: eventId,
  });
}

function refusedFile(message: string): Refused {
  return new Refused('INVALID', { fields: [{ path: 'file', message }] });
}
