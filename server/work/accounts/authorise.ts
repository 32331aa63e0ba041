import type { Parsed } from '#contract/calls.ts';
import type { Fault } from '#domain/base/fault.ts';
import { isRegistered, mayDecide, statusOn } from '#domain/accounts/decisions.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { GOVERNING, mayAssign, type Permission } from '#domain/accounts/roles.ts';
import { changeAccess, lockAccess, lockPerson } from '#server/data/accounts/people.ts';
import { givePlans, plansOf, plansOn } from '#server/data/accounts/plans.ts';
import { roleById, rolesOf, type RoleRow } from '#server/data/accounts/role-rows.ts';
import { endSessionsOf, sessionById } from '#server/data/accounts/sessions.ts';
import { permissionsOfRoles, type FullUser } from '#server/data/accounts/users.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import type { Context } from '#server/http/serve.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { mailUser, logStaffSecurityEvent } from './security-events.ts';

type DecisionContext = Parsed<'userAuthorise'>;
/** A decision about access; `db` is its transaction. */
export type Deciding = Pick<Context<StaffActor>, 'db' | 'actor' | 'deps' | 'now' | 'address'>;

/**
 * Decides about a user's access: grants it (or changes its role, date and plans), rejects the request, or suspends it.
 *
 * @returns the id of the user
 * @throws Refused NOT_FOUND, OWN_ACCOUNT, NOT_YET_REGISTERED, MOVE_REFUSED, FORBIDDEN, LAST_MANAGER, or INVALID with fields
 */
export async function authorise(decision: DecisionContext, deciding: Deciding): Promise<string> {
  const { db, actor, deps } = deciding;
  const today = todayOf(deps);
  await beginDeciding(deciding);
  const governed = await governedNow(deciding);
  const person = await lockPerson(db, actor.organisationId, decision.email);
  if (person === undefined) throw new Refused('NOT_FOUND');
  if (person.id === actor.userId) throw new Refused('OWN_ACCOUNT');
  if (!isRegistered(person.status)) throw new Refused('NOT_YET_REGISTERED');
  const from = statusOn({ status: person.status, expiryDate: person.expiry_date }, today);
  if (!mayDecide(from, decision.status)) throw moveRefused('ACCOUNT_STATUS');
  // Otherwise a manager could suspend users with more permissions, and could not approve them again.
  refuseGoverning(deciding, person.permissions ?? []);
  if (decision.status === 'ACTIVE') await giveAccess(decision, deciding, { person, today });
  else await endAccess(decision.status, deciding, person);
  await refuseUnmanaged(deciding, governed);
  if (from !== decision.status) await mailUser(db, { deps }, person, { kind: MAILS[decision.status] });
  return person.id;
}

const MAILS = { ACTIVE: 'APPROVED', REJECTED: 'REJECTED', SUSPENDED: 'SUSPENDED' } as const;

/**
 * Serialises decisions about access. A manager whose own access ended by the decision before is refused.
 *
 * @throws Refused SIGN_IN
 */
export async function beginDeciding({ db, actor }: Deciding): Promise<void> {
  await lockAccess(db, actor.organisationId);
  const session = await sessionById(db, actor.sessionId);
  if (session === undefined || session.ended_at !== null) throw new Refused('SIGN_IN');
}

/** @throws Refused FORBIDDEN for somebody, or a role, that governs in ways that this manager does not */
export function refuseGoverning({ actor }: Pick<Deciding, 'actor'>, permissions: readonly Permission[]): void {
  if (!mayAssign(actor.permissions, permissions)) throw new Refused('FORBIDDEN');
}

/** @throws Refused LAST_MANAGER when nobody holds a governing permission any more that somebody held before this change */
export async function refuseUnmanaged(deciding: Deciding, before: readonly Permission[]): Promise<void> {
  const after = await governedNow(deciding);
  if (before.some((each) => !after.includes(each))) throw new Refused('LAST_MANAGER');
}

/** The governing permissions that somebody active holds now, for {@link refuseUnmanaged}. */
export async function governedNow({ db, actor: { organisationId }, deps }: Deciding): Promise<readonly Permission[]> {
  // By the few roles that govern: an index leads from them to their people.
  const roles = await rolesOf(db, organisationId);
  const roleIds = roles.filter((role) => GOVERNING.some((each) => role.permissions.includes(each))).map(({ id }) => id);
  const held = await permissionsOfRoles(db, organisationId, { roleIds, today: todayOf(deps) });
  return GOVERNING.filter((each) => held.has(each));
}

async function giveAccess(
  { roleID, expiryDate, subscriptions }: DecisionContext,
  deciding: Deciding,
  { person, today }: { person: FullUser; today: string },
): Promise<void> {
  const { db, actor, now } = deciding;
  const { organisationId } = actor;
  if (expiryDate === undefined || expiryDate < today) throw invalid('expiryDate', 'The Expiry date must not be in the past');
  const role = roleID === undefined ? undefined : await roleById(db, organisationId, roleID);
  if (role === undefined) throw invalid('roleID', 'There is no such role');
  if (!mayAssign(actor.permissions, role.permissions))
    throw invalid('roleID', 'Only somebody who may do the same can give this role');
  const planIds = [...new Set(subscriptions)];
  const known = new Set([
    ...(await plansOn(db, organisationId, today)).map(({ id }) => id),
    ...(await plansOf(db, organisationId, person.id)).map(({ id }) => id),
  ]);
  const strange = subscriptions.findIndex((id) => !known.has(id));
  if (strange >= 0) throw invalid(`subscriptions.${strange}`, 'There is no such access plan');

  await changeAccess(
    db,
    { organisationId, id: person.id },
    { status: 'ACTIVE', expiry_date: expiryDate, role_id: role.id, account_type: role.account_type, updated_at: now },
  );
  await givePlans(db, { organisationId, userId: person.id }, planIds);
  if (person.role_id !== role.id) await endSessionsOf(db, { userId: person.id, now });
  await logStaffSecurityEvent(db, deciding, {
    type: 'USER_APPROVED',
    subject: person.email,
    detail: detailOf(person, role, expiryDate),
  });
}

async function endAccess(status: 'REJECTED' | 'SUSPENDED', deciding: Deciding, person: FullUser): Promise<void> {
  const { db, actor, now } = deciding;
  const { organisationId } = actor;
  await changeAccess(db, { organisationId, id: person.id }, { status, updated_at: now });
  await endSessionsOf(db, { userId: person.id, now });
  await logStaffSecurityEvent(db, deciding, {
    type: status === 'REJECTED' ? 'USER_REJECTED' : 'USER_SUSPENDED',
    subject: person.email,
  });
}

function detailOf(person: FullUser, role: RoleRow, expiryDate: string): string {
  const before = person.roleName !== null && person.role_id !== role.id ? `, before ${person.roleName}` : '';
  return `Role ${role.name}${before}; valid until ${longDate(expiryDate)}`;
}

function invalid(path: string, message: string): Refused {
  const fields: Fault[] = [{ path, message }];
  return new Refused('INVALID', { fields });
}
