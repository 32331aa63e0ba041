import { firstOrganisation } from '../data/organisations.ts';
import type { Sql } from '../parts.ts';
import type { Settings } from '../settings.ts';

/** Whose seal a key is that is made now: as set, else of the organisation that was here first, else the product's [choice]. */
export async function sealName(sql: Sql, { organisationName, productName }: Settings): Promise<string> {
  return organisationName ?? (await firstOrganisation(sql)) ?? productName;
}
