import { firstOrganisation } from '#server/data/accounts/organisations.ts';
import type { Db } from '#server/data/db.ts';
import type { Settings } from '#server/settings.ts';

/** The name in a new seal certificate: the setting, else the first organisation, else the product [choice]. */
export async function sealName(db: Db, { organisationName, productName }: Settings): Promise<string> {
  return organisationName ?? (await firstOrganisation(db)) ?? productName;
}
