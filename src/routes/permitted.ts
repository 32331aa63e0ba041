import { FAILURES } from '#domain/messages.ts';
import type { Permission } from '#domain/roles.ts';
import { showNotice } from '#src/notices/notices.tsx';
import { may } from '#src/session/permissions.ts';
import { redirect } from '@tanstack/react-router';

/**
 * A route's guard: whoever holds none of these permissions is led to the start and told so. The server judges again.
 *
 * @param wanted - any one of them opens the place
 */
export function permitted(...wanted: readonly Permission[]) {
  return ({ preload }: { readonly preload: boolean }): void => {
    if (wanted.some(may)) return;
    // A link that is only rested upon says nothing.
    if (!preload) showNotice({ id: 'forbidden', message: FAILURES.FORBIDDEN.message, tone: 'warn' });
    throw redirect({ to: '/', replace: true });
  };
}
