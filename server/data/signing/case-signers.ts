import type { CaseSigner } from '#domain/cases/event-author.ts';
import type { Db } from '#server/data/db.ts';

/** The signers of all versions of a case that still stand on one. */
export async function signersOfCase(db: Db, organisationId: string, caseId: string): Promise<CaseSigner[]> {
  return db
    .selectFrom('recipients as r')
    .innerJoin('consents as v', (join) =>
      join.onRef('v.organisation_id', '=', 'r.organisation_id').onRef('v.id', '=', 'r.consent_id'),
    )
    .select(['r.consent_id as consentID', 'r.signing_order as order', 'r.role', 'r.name'])
    .where('v.organisation_id', '=', organisationId)
    .where('v.case_id', '=', caseId)
    .execute();
}
