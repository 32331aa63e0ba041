import type { StaffProfile } from '#domain/accounts/staff.ts';
import { JOINING_REASON } from '#domain/audit/access-log.ts';
import { POLICY_VERSION } from '#domain/accounts/registration.ts';
import type { UserStatus } from '#domain/accounts/user-status.ts';
import { acceptTerms, replacePassword, storeProfile } from '#server/data/accounts/account-changes.ts';
import { endCodes } from '#server/data/accounts/codes.ts';
import { listNamedEntries } from '#server/data/accounts/named-entries.ts';
import { listOrganisations } from '#server/data/accounts/organisations.ts';
import { HOLDING_ORGANISATION } from '#server/data/accounts/holding-organisation.ts';
import { endSessionsOf } from '#server/data/accounts/sessions.ts';
import { holdersOf, ownUserById, type FullUser, type OwnUser } from '#server/data/accounts/users.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { mayChooseOrganisation, todayOf } from '#server/policies/accounts.ts';
import type { Db } from '#server/data/db.ts';
import { mailUser, logOwnSecurityEvent, type RequestInfo } from './security-events.ts';

/**
 * Stores a user's own profile; during a registration it also sets the organisation. In the transaction `db`.
 *
 * @param change - `reason`: why the speciality changes, asked where records of other teams need one
 *
 * @throws Refused INVALID, or IN_PROGRESS when the account was changed meanwhile
 */
export async function changeProfile(
  db: Db,
  visit: RequestInfo,
  user: FullUser,
  { profile, reason }: { profile: StaffProfile; reason: string | undefined },
): Promise<OwnUser> {
  const organisationId = await chosenOrganisation(db, user, profile.organisation[0] ?? '');
  await refuseOddSpeciality(db, user, profile);
  await refuseOddGrade(db, user, profile);
  // A speciality opens the records of its teams (docs/decisions/0074-asked-where-a-record-is-opened.md).
  const joins = user.status === 'ACTIVE' && profile.specialityID !== user.speciality_id;
  if (joins && visit.deps.settings.breakGlass && reason === undefined) throw invalid('reason', JOINING_REASON);
  const next = user.two_factor_enabled ? 'PENDING_TERMS' : 'PENDING_2FA';
  const status: UserStatus = user.status === 'PENDING_PROFILE' ? next : user.status;
  const { id, email } = user;
  if (!(await storeProfile(db, { id, email, organisationId, before: user.status, status, profile, now: visit.now })))
    throw changedMeanwhile();
  const changed = await ownUserById(db, organisationId, user.id);
  if (changed === undefined) throw new Refused('SIGN_IN');
  const [before, after] = [user, changed].map(({ specialityName }) => specialityName ?? 'none');
  const why = joins && reason !== undefined ? `: ${reason}` : '';
  const detail = before === after ? '' : `Speciality from ${before} to ${after}${why}`;
  await logOwnSecurityEvent(db, visit, changed, { type: 'PROFILE_CHANGED', detail });
  return changed;
}

/**
 * Changes a user's own password, and ends all their sessions but this one. In the transaction `db`.
 *
 * @throws Refused INCORRECT_PASSWORD when the verified password was replaced meanwhile: the old password does not undo a reset
 */
export async function changePassword(
  db: Db,
  visit: RequestInfo,
  user: FullUser,
  { hash, sessionId }: { hash: string; sessionId: string },
): Promise<void> {
  const { now } = visit;
  const isReplaced = await replacePassword(db, { id: user.id, before: user.password_hash ?? '', hash, now });
  if (!isReplaced) throw new Refused('INCORRECT_PASSWORD');
  await endCodes(db, user.id, now);
  await endSessionsOf(db, { userId: user.id, now, except: sessionId });
  await logOwnSecurityEvent(db, visit, user, { type: 'PASSWORD_CHANGED' });
  await mailUser(db, visit, user, { kind: 'PASSWORD_CHANGED' });
}

/**
 * Accepts the terms. At the end of a registration it asks the managers of users for approval and ends the session; a user who has a
 * role already, as the first administrator does, is active at once. In the transaction `db`.
 *
 * @throws Refused INVALID for another version than the current one, MOVE_REFUSED while an earlier step of the registration is open,
 *   IN_PROGRESS when the account was changed meanwhile
 */
export async function acceptPolicy(db: Db, visit: RequestInfo, user: OwnUser, version: string): Promise<OwnUser> {
  if (version !== POLICY_VERSION) throw invalid('version', 'These are not the present terms. Please read them again.');
  if (user.status !== 'ACTIVE' && user.status !== 'PENDING_TERMS') throw moveRefused('REGISTRATION_STEP');
  const isApproved = user.status === 'ACTIVE' || user.role_id !== null;
  const status: UserStatus = isApproved ? 'ACTIVE' : 'PENDING_APPROVAL';
  const { id, status: before } = user;
  if (!(await acceptTerms(db, { id, version, before, status, now: visit.now }))) throw changedMeanwhile();
  await logOwnSecurityEvent(db, visit, user, { type: 'TERMS_ACCEPTED', detail: `Version ${version}` });
  if (!isApproved) {
    await endSessionsOf(db, { userId: user.id, now: visit.now });
    const today = todayOf(visit.deps);
    for (const manager of await holdersOf(db, user.organisation_id, { permissions: ['users.manage'], today }))
      await mailUser(db, visit, manager, { kind: 'APPROVAL_WANTED', wished: user.requested_role ?? '' });
  }
  return (await ownUserById(db, user.organisation_id, user.id)) ?? user;
}

async function chosenOrganisation(db: Db, user: FullUser, chosen: string): Promise<string> {
  if (chosen === user.organisation_id && chosen !== HOLDING_ORGANISATION) return chosen;
  if (!mayChooseOrganisation(user)) throw invalid('organisation', 'The Organisation can only be changed by an administrator');
  const isOffered = (await listOrganisations(db)).some(({ _id }) => _id === chosen);
  if (!isOffered) throw invalid('organisation', 'The Organisation must be one of those offered');
  return chosen;
}

// One that has ended stays with those who have it, and is offered to nobody else.
async function refuseOddSpeciality(db: Db, user: FullUser, { speciality, specialityID }: StaffProfile): Promise<void> {
  const found = (await listNamedEntries(db, 'specialities')).find(({ id }) => id === specialityID);
  if (found === undefined || (found.ended_at !== null && found.id !== user.speciality_id))
    throw invalid('specialityID', 'The Speciality must be one of those offered');
  if (found.name.toLowerCase() !== speciality.toLowerCase())
    throw invalid('speciality', 'The Speciality must be one of those offered');
}

async function refuseOddGrade(db: Db, user: FullUser, { grade }: StaffProfile): Promise<void> {
  const isOffered = (await listNamedEntries(db, 'grades')).some(
    ({ name, ended_at: endedAt }) => name === grade && endedAt === null,
  );
  if (!isOffered && grade !== user.grade) throw invalid('grade', 'The Grade must be one of those offered');
}

// A retry reads the account as it is then.
function changedMeanwhile(): Refused {
  return new Refused('IN_PROGRESS', { retryAfter: 1 });
}

function invalid(path: string, message: string): Refused {
  return new Refused('INVALID', { fields: [{ path, message }] });
}
