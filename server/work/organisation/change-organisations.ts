import type { Parsed } from '#contract/calls.ts';
import { Refused } from '#server/api-error.ts';
import { endSessionsOfOrganisation } from '#server/data/accounts/end-sessions.ts';
import { lockOrganisation, updateOrganisation, type OrganisationRow } from '#server/data/accounts/organisations.ts';
import { insertAdministrator } from '#server/data/accounts/registrants.ts';
import { userById } from '#server/data/accounts/users.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { refuseStrangeAddress } from '#server/policies/accounts.ts';
import { refuseOthersThanFirst } from '#server/policies/first-organisation.ts';
import { newCode, sendCode } from '#server/work/accounts/mailed-codes.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { refuseName } from './change-details.ts';
import { seedOrganisation } from './start-data.ts';

/**
 * Makes an organisation with its roles, a library of drafts and templates. Its first administrator gets a registration code by mail.
 *
 * @returns its id
 * @throws Refused FIRST_ORGANISATION_ONLY; INVALID for a name that is taken, and for an address that may not register or has an account
 */
export async function createOrganisation(
  { name, administratorEmail: email }: Parsed<'organisationsCreate'>,
  context: Context<StaffActor>,
): Promise<string> {
  const { db, actor, deps, now } = context;
  await refuseOthersThanFirst(db, actor);
  // Two of one name at once: the second waits here for the first.
  await lockOrganisation(db, actor.organisationId);
  await refuseName(db, null, name);
  refuseStrangeAddress(email, deps.settings, 'administratorEmail');
  const { id, roles } = await seedOrganisation(db, { name, library: 'DRAFT', newId: deps.newId, now });
  const administrator = { organisationId: id, roleId: roles.get('ADMIN') ?? null, id: deps.newId(), email, now };
  const userId = await insertAdministrator(db, administrator);
  const user = userId === undefined ? undefined : await userById(db, id, userId);
  if (user === undefined)
    throw new Refused('INVALID', {
      fields: [{ path: 'administratorEmail', message: 'This address already has an account. Use another one.' }],
    });
  await sendCode(db, context, user, { purpose: 'REGISTER', code: await newCode(deps) });
  await logStaffSecurityEvent(db, context, { type: 'ORGANISATION_CREATED', subject: name, detail: email });
  return id;
}

/**
 * Renames an organisation, ends it or opens it again. With its end everybody there is signed out; records and documents stay.
 *
 * @throws Refused FIRST_ORGANISATION_ONLY, NOT_FOUND, FIRST_STAYS, or INVALID for a name that is taken
 */
export async function changeOrganisation(
  { _id: id, name, ended }: Parsed<'organisationsUpdate'>,
  context: Context<StaffActor>,
): Promise<void> {
  const { db, actor, now } = context;
  await refuseOthersThanFirst(db, actor);
  const row = await lockOrganisation(db, id);
  if (row === undefined) throw new Refused('NOT_FOUND');
  if (ended === true && id === actor.organisationId) throw new Refused('FIRST_STAYS');
  await refuseName(db, id, name);
  if (row.name !== name) await rename(row, name, context);
  const isEnded = row.ended_at !== null;
  if (ended === undefined || ended === isEnded) return;
  await updateOrganisation(db, id, { ended_at: ended ? now : null });
  if (ended) await endSessionsOfOrganisation(db, { organisationId: id, now });
  await logStaffSecurityEvent(db, context, { type: ended ? 'ORGANISATION_ENDED' : 'ORGANISATION_REOPENED', subject: name });
}

async function rename(row: OrganisationRow, name: string, context: Context<StaffActor>): Promise<void> {
  await updateOrganisation(context.db, row.id, { name });
  await logStaffSecurityEvent(context.db, context, {
    type: 'ORGANISATION_CHANGED',
    subject: name,
    detail: `before ${row.name}`,
  });
}
