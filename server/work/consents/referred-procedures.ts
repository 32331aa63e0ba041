import type { ConsentProcedureDraft } from '#domain/consents/consent-fields.ts';
import { referredSide } from '#domain/referrals/referred-procedure.ts';
import type { Db } from '#server/data/db.ts';
import { proceduresOf } from '#server/data/library/library.ts';
import { proceduresReferred } from '#server/data/referrals/referrals.ts';

/**
 * The procedures that the referral of a case names, as its first form starts with them where a call leaves them out: the library's present
 * text and the named side. Those out of use by now are left out; none for a case that nobody referred.
 */
export async function referredProcedures(
  db: Db,
  { organisationId, id }: { organisationId: string; id: string },
): Promise<ConsentProcedureDraft[]> {
  const referred = await proceduresReferred(db, { organisationId, id });
  const inUse = await proceduresOf(
    db,
    organisationId,
    referred.map(({ procedureID }) => ({ id: procedureID, version: 0 })),
  );
  const found: ConsentProcedureDraft[] = [];
  for (const named of referred) {
    const { procedureID } = named;
    const row = inUse.find((each) => each.id === procedureID && each.status === 'ACTIVE');
    if (row === undefined) continue;
    const side = referredSide(named, row.fields);
    if (found.some((each) => each.procedureID === procedureID && each.side === side)) continue;
    found.push({ procedureID, side, removedRisks: [], personalRisks: [] });
  }
  return found;
}
