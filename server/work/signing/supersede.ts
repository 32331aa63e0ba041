import { isUnsigned } from '#domain/cases/case-machine.ts';
import { consentsOfCase, updateConsent } from '#server/data/consents/consents.ts';
import { queueDocumentJob } from '#server/work/cases/document-jobs.ts';
import { addSystemEvent } from '#server/work/cases/system-event.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';

/** One consent is in force per case: the newly signed version takes the place of the one before. */
export async function supersedeOlder({ db, record, consent, now, deps }: OpenCase): Promise<void> {
  const older = (await consentsOfCase(db, record.organisation_id, record.id)).filter(
    ({ id, status }) => id !== consent.id && (status === 'SIGNED' || isUnsigned(status)),
  );
  for (const { id, status, seal_state: sealState } of older) {
    // One that was never signed was never in force: it ends, so that nobody signs it beside the new one.
    const ended = status === 'SIGNED' ? 'SUPERSEDED' : 'VOIDED';
    await updateConsent(db, { organisationId: record.organisation_id, id }, { status: ended, updated_at: now });
    if (status === 'SIGNED' && sealState === 'SEALED')
      await queueDocumentJob(db, deps, { kind: 'VIEW', organisationId: record.organisation_id, consentID: id, now });
    await addSystemEvent(db, deps, {
      organisationId: record.organisation_id,
      caseId: record.id,
      at: now,
      type: ended,
      versionId: id,
      detail: { by: consent.id },
    });
  }
}
