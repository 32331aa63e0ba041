import type { OwnOrganisation } from '#contract/organisation.ts';
import { organisationById } from '#server/data/accounts/organisations.ts';
import type { Db } from '#server/data/db.ts';

/** The organisation of whoever asks, in the shape of the wire. */
export async function ownOrganisation(db: Db, id: string): Promise<OwnOrganisation> {
  const row = await organisationById(db, id);
  return {
    _id: row.id,
    name: row.name,
    address: row.address,
    supportEmail: row.support_email,
    supportPhone: row.support_phone,
    logo: row.logo_id,
    version: row.version,
    isFirst: row.first_id === row.id,
  };
}
