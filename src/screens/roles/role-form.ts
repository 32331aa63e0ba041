import { counted } from '#domain/base/counted.ts';
import { hasInk, inkCount } from '#domain/values/ink.ts';
import type { Role } from '#contract/roles.ts';
import { ADMINISTRATOR_KEEPS, beyondOwn, type AccountType, type Permission } from '#domain/accounts/roles.ts';

/** A role as form input. */
export type RoleForm = {
  readonly name: string;
  readonly accountType: AccountType | null;
  readonly permissions: readonly Permission[];
};
export type RoleProblem = { readonly field: keyof RoleForm; readonly message: string };

export const EMPTY_ROLE: RoleForm = { name: '', accountType: null, permissions: [] };

/** A known role as the form shows it. */
export function roleFormOf({ name, accountType, permissions }: Role): RoleForm {
  return { name, accountType, permissions };
}

/** The problems, in the order of the fields; the rest is checked by the server. */
export function roleProblems({ name, accountType }: RoleForm): RoleProblem[] {
  return [
    ...(inkCount(name) < 2 ? [{ field: 'name', message: nameRule(name) } as const] : []),
    ...(accountType === null ? [{ field: 'accountType', message: 'Choose an account type' } as const] : []),
  ];
}

/** The call's input; only for a form without problems. */
export function roleInput({ name, accountType, permissions }: RoleForm) {
  return { name, permissions: [...permissions], ...(accountType === null ? {} : { accountType }) };
}

/** The editing person. `isAdministrator` may grant anything (spec §6: nobody else grants permissions that they lack). */
export type Editor = { readonly held: readonly Permission[]; readonly isAdministrator: boolean };

/**
 * The reason why this person cannot grant or remove a role's permission, or `null` where they can. `role` is null for a new one.
 */
export function lockReason(permission: Permission, role: Role | null, { held, isAdministrator }: Editor): string | null {
  const before = role?.permissions ?? [];
  if (role?.key === 'ADMIN' && ADMINISTRATOR_KEEPS.includes(permission)) return 'Administrators always keep this.';
  const isBeyond = beyondOwn({ granted: held, isAdministrator, before, after: [permission] }).length > 0;
  return isBeyond ? 'You do not have this yourself, so you cannot give it.' : null;
}

/** `3 people have this role`. */
export function holdersWords(users: number): string {
  if (users === 0) return 'Nobody has this role';
  return counted(users, 'person has this role', 'people have this role');
}

/** The reason why a role cannot be deleted, or `null` where it can. */
export function deletionObstacle({ users, isSeeded }: Pick<Role, 'users' | 'isSeeded'>): string | null {
  if (isSeeded) return 'It came with the product, so it cannot be deleted.';
  return users === 0 ? null : `${holdersWords(users)}, so it cannot be deleted. Give them another role first.`;
}

/** The consequence of saving for the holders of the role; `null` when nobody is affected. */
export function consequenceWords(users: number, isOwn: boolean): string | null {
  const others = isOwn ? users - 1 : users;
  if (others > 0) {
    const who = counted(others, 'person', 'people');
    return `${who}${isOwn ? ' beside you' : ''} will be signed out, so that the change is in force at once.`;
  }
  return isOwn ? 'This is your own role: the change is in force for you at once.' : null;
}

function nameRule(name: string): string {
  return hasInk(name) ? 'The Name must be at least 2 characters' : 'Enter the name';
}
