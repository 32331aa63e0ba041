import { firstOrganisation } from '#server/data/accounts/organisations.ts';
import type { Db } from '#server/data/db.ts';
import type { Settings } from '#server/settings.ts';

/**
 * The name in a new seal certificate: the setting, else the first organisation, else the one that the first start is about to make
 * [choice].
 */
export async function sealName(db: Db, { organisationName }: Settings, seeded: string): Promise<string> {
  return organisationName ?? (await firstOrganisation(db))?.name ?? seeded;
}
