import type { StaffProfile } from '#domain/staff.ts';
import { POLICY_VERSION } from '#domain/registration.ts';
import type { UserStatus } from '#domain/states.ts';
import { acceptTerms, replacePassword, saveProfile } from '../data/account-changes.ts';
import { endCodes } from '../data/codes.ts';
import { HOLDING_ORGANISATION } from '../data/holding.ts';
import { endSessionsOf } from '../data/sessions.ts';
import { holdersOf, userById, type FullUser } from '../data/users.ts';
import { Refused } from '../http/refused.ts';
import { mayChooseOrganisation, todayOf } from '../policies/accounts.ts';
import type { Sql } from '../parts.ts';
import { mailUser, noteOwn, type Visit } from './account-notes.ts';

/**
 * Keeps somebody's own profile; in a registration it also names the organisation. In the transaction `sql`.
 *
 * @throws Refused INVALID, or IN_PROGRESS when the account was changed meanwhile
 */
export async function changeProfile(sql: Sql, visit: Visit, user: FullUser, profile: StaffProfile): Promise<FullUser> {
  const organisationId = await chosenOrganisation(sql, user, profile.organisation[0] ?? '');
  await refuseOddSpeciality(sql, profile);
  const next = user.two_factor_enabled ? 'PENDING_TERMS' : 'PENDING_2FA';
  const status: UserStatus = user.status === 'PENDING_PROFILE' ? next : user.status;
  const { id, status: before } = user;
  if (!(await saveProfile(sql, { id, organisationId, before, status, profile, now: visit.now }))) throw changedMeanwhile();
  const changed = await userById(sql, organisationId, user.id);
  if (changed === undefined) throw new Refused('SIGN_IN');
  await noteOwn(sql, visit, changed, { type: 'PROFILE_CHANGED' });
  return changed;
}

/**
 * Changes somebody's own password, and ends all their sessions but this one. In the transaction `sql`.
 *
 * @throws Refused INCORRECT_PASSWORD when the proven one was set anew meanwhile: a reset is not undone by who knew the old one
 */
export async function changePassword(
  sql: Sql,
  visit: Visit,
  user: FullUser,
  { hash, sessionId }: { hash: string; sessionId: string },
): Promise<void> {
  const { now } = visit;
  const isReplaced = await replacePassword(sql, { id: user.id, before: user.password_hash ?? '', hash, now });
  if (!isReplaced) throw new Refused('INCORRECT_PASSWORD');
  await endCodes(sql, user.id, now);
  await endSessionsOf(sql, { userId: user.id, now, except: sessionId });
  await noteOwn(sql, visit, user, { type: 'PASSWORD_CHANGED' });
  await mailUser(sql, visit, user, { kind: 'PASSWORD_CHANGED' });
}

/**
 * Accepts the terms. At the end of a registration it asks those who manage users for approval and ends the session; who has a
 * role by then, as the first administrator does, is active at once. In the transaction `sql`.
 *
 * @throws Refused INVALID for another version than the present, MOVE_REFUSED while an earlier step of the registration is open,
 *   IN_PROGRESS when the account was changed meanwhile
 */
export async function acceptPolicy(sql: Sql, visit: Visit, user: FullUser, version: string): Promise<FullUser> {
  if (version !== POLICY_VERSION) throw invalid('version', 'These are not the present terms. Please read them again.');
  if (user.status !== 'ACTIVE' && user.status !== 'PENDING_TERMS') throw new Refused('MOVE_REFUSED');
  const isApproved = user.status === 'ACTIVE' || user.role_id !== null;
  const status: UserStatus = isApproved ? 'ACTIVE' : 'PENDING_APPROVAL';
  const { id, status: before } = user;
  if (!(await acceptTerms(sql, { id, version, before, status, now: visit.now }))) throw changedMeanwhile();
  await noteOwn(sql, visit, user, { type: 'TERMS_ACCEPTED', detail: `Version ${version}` });
  if (!isApproved) {
    await endSessionsOf(sql, { userId: user.id, now: visit.now });
    const today = todayOf(visit.parts);
    for (const manager of await holdersOf(sql, user.organisation_id, { permission: 'users.manage', today }))
      await mailUser(sql, visit, manager, { kind: 'APPROVAL_WANTED', wished: user.requested_role ?? '' });
  }
  return (await userById(sql, user.organisation_id, user.id)) ?? user;
}

async function chosenOrganisation(sql: Sql, user: FullUser, chosen: string): Promise<string> {
  if (chosen === user.organisation_id && chosen !== HOLDING_ORGANISATION) return chosen;
  if (!mayChooseOrganisation(user)) throw invalid('organisation', 'The Organisation can only be changed by an administrator');
  const found = await sql.selectFrom('organisations').select('id').where('id', '=', chosen).executeTakeFirst();
  if (found === undefined || chosen === HOLDING_ORGANISATION)
    throw invalid('organisation', 'The Organisation must be one of those offered');
  return chosen;
}

async function refuseOddSpeciality(sql: Sql, { speciality, specialityID }: StaffProfile): Promise<void> {
  const found = await sql.selectFrom('specialities').select('name').where('id', '=', specialityID).executeTakeFirst();
  if (found === undefined) throw invalid('specialityID', 'The Speciality must be one of those offered');
  if (found.name.toLowerCase() !== speciality.toLowerCase())
    throw invalid('speciality', 'The Speciality must be one of those offered');
}

// Another try meets the account as it is by then.
function changedMeanwhile(): Refused {
  return new Refused('IN_PROGRESS', { retryAfter: 1 });
}

function invalid(path: string, message: string): Refused {
  return new Refused('INVALID', { fields: [{ path, message }] });
}
