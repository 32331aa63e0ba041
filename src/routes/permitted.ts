import { FAILURES } from '#domain/base/messages.ts';
import type { Permission } from '#domain/accounts/roles.ts';
import { showNotice } from '#src/notices/persistent-notices.ts';
import { paths } from '#src/paths.ts';
import { may } from '#src/session/permissions.ts';
import { currentSession } from '#src/session/session.ts';
import { redirect } from '@tanstack/react-router';

/**
 * A route's guard: a person without any of these permissions is redirected to the start with a notice. The server checks again.
 *
 * @param wanted - any one of them opens the route
 */
export function permitted(...wanted: readonly Permission[]) {
  return ({ preload }: { readonly preload: boolean }): void => {
    // Without a session the parent route asks for the sign-in, or the screens stay under the overlay.
    if (currentSession() === null || wanted.some(may)) return;
    // A preload, from a pointer resting on a link, shows no notice.
    if (!preload) showNotice({ id: 'forbidden', message: FAILURES.FORBIDDEN.message, tone: 'warn' });
    throw redirect({ ...paths.home, replace: true });
  };
}
