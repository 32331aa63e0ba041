import type { Parsed } from '#contract/calls.ts';
import { ORGANISATION_LABELS } from '#domain/organisation/organisation.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import { Refused } from '#server/api-error.ts';
import { lockOrganisation, allOrganisations, updateOrganisation } from '#server/data/accounts/organisations.ts';
import type { Db } from '#server/data/db.ts';
import type { Deciding } from '#server/work/accounts/authorise.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { ownOrganisation } from './own-organisation.ts';

/**
 * Changes the details of the own organisation. Forms that are out keep name and address.
 *
 * @throws Refused VERSION_CONFLICT with the present details; INVALID for a name that another organisation has
 */
export async function changeDetails(
  { version, name, address, supportEmail, supportPhone }: Parsed<'organisationUpdate'>,
  deciding: Deciding,
): Promise<void> {
  const { db, actor } = deciding;
  const row = await lockOrganisation(db, actor.organisationId);
  if (row === undefined) throw new Refused('NOT_FOUND');
  if (row.version !== version)
    throw new Refused('VERSION_CONFLICT', { data: { current: await ownOrganisation(db, row.id) }, shows: null });
  await refuseName(db, row.id, name);
  const changed = { name, address, support_email: supportEmail, support_phone: supportPhone };
  await updateOrganisation(db, row.id, changed);
  const details = (Object.keys(changed) as (keyof typeof changed)[]).filter((field) => row[field] !== changed[field]);
  await logStaffSecurityEvent(db, deciding, {
    type: 'ORGANISATION_CHANGED',
    subject: name,
    detail: details.map((field) => (field === 'name' ? `before ${row.name}` : WORDS[field])).join(', '),
  });
}

const WORDS = {
  address: ORGANISATION_LABELS.address,
  support_email: ORGANISATION_LABELS.supportEmail,
  support_phone: ORGANISATION_LABELS.supportPhone,
} as const;

/** @throws Refused INVALID for a name of another organisation */
export async function refuseName(db: Db, id: string | null, name: string): Promise<void> {
  const others = (await allOrganisations(db)).filter((each) => each.id !== id);
  if (others.some((each) => foldForSearch(each.name) === foldForSearch(name)))
    throw new Refused('INVALID', { fields: [{ path: 'name', message: 'An organisation with this name already exists' }] });
}
