import type { Parsed } from '#contract/calls.ts';
import type { Fault } from '#domain/base/fault.ts';
import { PERMISSION_GROUPS } from '#domain/accounts/permission-words.ts';
import { ADMINISTRATOR_KEEPS, beyondOwn, roleKey, type Permission } from '#domain/accounts/roles.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import { endSessionsOfRole } from '#server/data/accounts/end-sessions.ts';
import { deleteRole, insertRole, roleById, rolesOf, updateRole, type RoleRow } from '#server/data/accounts/role-rows.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { logStaffSecurityEvent } from './security-events.ts';
import { beginDeciding, governedNow, refuseGoverning, refuseUnmanaged, type Deciding } from './authorise.ts';

/** The key of the administrators' role. */
const ADMINISTRATOR = 'ADMIN';

/** Makes a role. @returns its id @throws Refused INVALID for a name that is taken, GRANT_BEYOND_OWN */
export async function createRole({ name, accountType, permissions }: Parsed<'roleCreate'>, deciding: Deciding): Promise<string> {
  const { db, actor, deps, now } = deciding;
  await beginDeciding(deciding);
  const others = await rolesOf(db, actor.organisationId);
  refuseTaken(name, others);
  refuseBeyond(deciding, { before: [], after: permissions });
  const id = deps.newId();
  await insertRole(db, {
    organisation_id: actor.organisationId,
    id,
    key: roleKey(
      name,
      others.map(({ key }) => key),
    ),
    name,
    account_type: accountType ?? 'CLINICIAN',
    permissions,
    is_seeded: false,
    created_at: now,
    updated_at: now,
  });
  await logStaffSecurityEvent(db, deciding, { type: 'ROLE_CREATED', subject: name, detail: permissions.join(' ') });
  return id;
}

/**
 * Changes a role. Everybody who holds it is signed out, but for the session that changes it.
 *
 * @throws Refused NOT_FOUND, FORBIDDEN, INVALID, GRANT_BEYOND_OWN, LAST_MANAGER
 */
export async function changeRole(
  { id, name, accountType, permissions }: Parsed<'roleUpdate'>,
  deciding: Deciding,
): Promise<void> {
  const { db, actor, now } = deciding;
  const { organisationId } = actor;
  await beginDeciding(deciding);
  const governed = await governedNow(deciding);
  const role = await found(deciding, id);
  refuseGoverning(deciding, role.permissions);
  refuseTaken(
    name,
    (await rolesOf(db, organisationId)).filter((each) => each.id !== id),
  );
  refuseBeyond(deciding, { before: role.permissions, after: permissions });
  const lost = role.key === ADMINISTRATOR ? ADMINISTRATOR_KEEPS.filter((each) => !permissions.includes(each)) : [];
  if (lost.length > 0) throw new Refused('INVALID', { fields: lost.map((each) => fault(each, 'This role always keeps')) });
  await updateRole(db, {
    organisation_id: organisationId,
    id,
    name,
    account_type: accountType ?? role.account_type,
    permissions,
    updated_at: now,
  });
  await refuseUnmanaged(deciding, governed);
  await endSessionsOfRole(db, { organisationId, roleId: id, now, except: actor.sessionId });
  await logStaffSecurityEvent(db, deciding, {
    type: 'ROLE_CHANGED',
    subject: name,
    detail: differenceOf(role, { name, permissions }),
  });
}

/** Deletes a role that nobody holds. @throws Refused NOT_FOUND, FORBIDDEN, ROLE_IN_USE, MOVE_REFUSED for one that every organisation has */
export async function removeRole(id: string, deciding: Deciding): Promise<void> {
  const { db, actor } = deciding;
  await beginDeciding(deciding);
  const role = await found(deciding, id);
  refuseGoverning(deciding, role.permissions);
  if (role.users > 0) throw new Refused('ROLE_IN_USE');
  if (role.is_seeded) throw moveRefused('ROLE_OF_EVERYBODY');
  await deleteRole(db, actor.organisationId, id);
  await logStaffSecurityEvent(db, deciding, { type: 'ROLE_DELETED', subject: role.name });
}

async function found({ db, actor }: Deciding, id: string): Promise<RoleRow> {
  const role = await roleById(db, actor.organisationId, id);
  if (role === undefined) throw new Refused('NOT_FOUND');
  return role;
}

function refuseTaken(name: string, others: readonly RoleRow[]): void {
  if (others.some((each) => foldForSearch(each.name) === foldForSearch(name)))
    throw new Refused('INVALID', { fields: [{ path: 'name', message: 'A role with this name already exists' }] });
}

function refuseBeyond({ actor }: Deciding, change: { before: readonly Permission[]; after: readonly Permission[] }): void {
  const beyond = beyondOwn({ granted: actor.permissions, isAdministrator: actor.roleKey === ADMINISTRATOR, ...change });
  if (beyond.length > 0) throw new Refused('GRANT_BEYOND_OWN', { fields: beyond.map((each) => fault(each, 'You do not hold')) });
}

function fault(permission: Permission, saying: string): Fault {
  const sentence = PERMISSION_GROUPS.flatMap(({ permissions }) => permissions).find(({ key }) => key === permission)?.sentence;
  return { path: `permissions.${permission}`, message: `${saying}: ${sentence ?? permission}` };
}

/** The description of a change of a role, for the security log. */
function differenceOf(role: RoleRow, { name, permissions }: { name: string; permissions: readonly Permission[] }): string {
  const renamed = role.name === name ? [] : [`before ${role.name}`];
  const added = permissions.filter((each) => !role.permissions.includes(each)).map((each) => `added ${each}`);
  const taken = role.permissions.filter((each) => !permissions.includes(each)).map((each) => `taken away ${each}`);
  return [...renamed, ...added, ...taken].join(', ');
}
