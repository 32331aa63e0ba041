import { isPatientSide } from '#domain/patients/restricted.ts';
import { isByLink } from '#server/http/actor.ts';
import { expireWaiting } from '#server/data/signing/signers.ts';
import { queueDocumentJob } from '#server/work/cases/document-jobs.ts';
import { systemAuthor } from '#server/work/cases/system-event.ts';
import { discardOpenScan } from '#server/work/cases/discard-scan.ts';
import { changeVersion, recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { supersedeOlder } from './supersede.ts';

/**
 * Moves a version on after a signature or a settled disagreement; a signed one is sealed by a job.
 *
 * @param signedAt - of a form on paper, ISO; else it is signed now
 * @returns its version
 */
export async function finish(
  open: OpenCase,
  { status, comments, signedAt }: { status: 'PARTIALLY_SIGNED' | 'SIGNED'; comments: object; signedAt?: string },
): Promise<number> {
  const { db, consent, now, deps, record, actor } = open;
  const way = isByPatientsLink(actor) ? { signed_by_link: true } : {};
  if (status === 'PARTIALLY_SIGNED') return changeVersion(open, { status, ...comments, ...way });
  await discardOpenScan(open);
  await supersedeOlder(open);
  await expireWaiting(db, { organisationId: record.organisation_id, id: consent.id });
  const change = { status, ...comments, ...way, seal_state: 'SEALING' as const, signed_at: signedAt ?? now };
  const version = await changeVersion(open, change, consent.id);
  const detail = signedAt === undefined ? {} : { signedAt };
  await recordEvent(open, { type: 'ALL_SIGNED', actor: systemAuthor(deps), detail });
  await queueDocumentJob(db, deps, { kind: 'SEAL', organisationId: record.organisation_id, consentID: consent.id, now });
  return version;
}

/** Whether the patient or their family signs by a link, which is what figures call remote. */
function isByPatientsLink(actor: OpenCase['actor']): boolean {
  return actor.kind === 'ticket' && isByLink(actor) && isPatientSide(actor.role);
}
