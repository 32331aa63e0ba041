import { consentsOfCase, updateConsent } from '../data/consents.ts';
import { addEvent } from '../data/timeline.ts';
import type { OpenCase } from './open-case.ts';

/** One consent is in force per case: the newly signed version takes the place of the one before. */
export async function supersedeOlder({ db, record, consent, now, parts }: OpenCase): Promise<void> {
  const older = (await consentsOfCase(db, record.organisation_id, record.id)).filter(
    ({ id, status }) => id !== consent.id && status === 'SIGNED',
  );
  for (const { id } of older) {
    await updateConsent(db, { organisationId: record.organisation_id, id }, { status: 'SUPERSEDED', updated_at: now });
    await addEvent(
      db,
      { organisationId: record.organisation_id, caseId: record.id },
      {
        id: parts.newId(),
        at: now,
        type: 'SUPERSEDED',
        actor: { kind: 'SYSTEM', name: 'Assent', role: '' },
        versionId: id,
        detail: { by: consent.id },
      },
    );
  }
}
