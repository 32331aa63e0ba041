import { Refused } from '#server/api-error.ts';
import { firstOrganisation } from '#server/data/accounts/organisations.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Db } from '#server/data/db.ts';

/** Lists that all organisations share, and the organisations themselves, are changed by the first one. @throws Refused FIRST_ORGANISATION_ONLY */
export async function refuseOthersThanFirst(db: Db, actor: Pick<StaffActor, 'organisationId'>): Promise<void> {
  if ((await firstOrganisation(db))?.id !== actor.organisationId) throw new Refused('FIRST_ORGANISATION_ONLY');
}
