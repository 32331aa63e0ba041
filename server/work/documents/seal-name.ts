import { firstOrganisation } from '#server/data/accounts/organisations.ts';
import type { Db } from '#server/data/db.ts';
import type { Settings } from '#server/settings.ts';

/** Whose seal a key is that is made now: as set, else of the organisation that was here first, else the product's [choice]. */
export async function sealName(db: Db, { organisationName, productName }: Settings): Promise<string> {
  return organisationName ?? (await firstOrganisation(db)) ?? productName;
}
