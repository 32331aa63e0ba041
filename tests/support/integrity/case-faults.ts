import type { IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import { checkCase } from '#server/work/integrity/check-case.ts';
import type { TestApp } from '#tests/support/server/app.ts';

/** The faults of a case by the product's own check of stored records; undefined where the case is gone. */
export async function faultsOfCase(app: TestApp, caseId: string): Promise<IntegrityFault[] | undefined> {
  const { organisation_id: organisationId } = await app.database.db
    .selectFrom('cases')
    .select('organisation_id')
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow();
  return (await checkCase(app.deps, { organisationId, caseId }))?.faults;
}
