import type { Permission } from '#domain/roles.ts';
import { currentSession, useSession } from './session.ts';

/** Whether the person signed in holds a permission. The server judges again; this only spares a dead end. */
export function useMay(permission: Permission): boolean {
  return useSession()?.user.permissions.includes(permission) ?? false;
}

/** As {@link useMay}, for once and outside of a component. */
export function may(permission: Permission): boolean {
  return currentSession()?.user.permissions.includes(permission) ?? false;
}
