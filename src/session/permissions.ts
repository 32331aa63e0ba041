import type { Permission } from '#domain/accounts/roles.ts';
import { currentSession, useSession } from './session.ts';

/** True when the person signed in has a permission. The server checks again; this only avoids a dead end. */
export function useMay(permission: Permission): boolean {
  return useSession()?.user.permissions.includes(permission) ?? false;
}

/** As {@link useMay}, once and outside of a component. */
export function may(permission: Permission): boolean {
  return currentSession()?.user.permissions.includes(permission) ?? false;
}
