import type { Input } from '#contract/calls.ts';
import { currentHeld } from '#src/held/held.ts';
import { heldTroubles } from '#src/held/troubles.ts';
import { changeUser } from '#src/session/session.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from './api.ts';

/** Changes the own profile. The session goes on; the screen ends it (spec §4). */
export function useUpdateProfile() {
  return useMutation({ mutationFn: (input: Input<'userUpdate'>) => api('userUpdate', input), gcTime: 0 });
}

/**
 * Changes the own password; every other session of the account ends. What is kept on this tablet opens with the new one from then
 * on. A wrong one fails with INCORRECT_PASSWORD.
 */
export function useChangePassword() {
  return useMutation({
    mutationFn: async (input: Input<'userChangePassword'>) => {
      const answer = await api('userChangePassword', input);
      await followHere(input.newPassword);
      return answer;
    },
    // The passwords must not stay in the mutation cache.
    gcTime: 0,
  });
}

/** The change is done by now: what fails here is made good by the next sign-in, which opens by the share. */
async function followHere(password: string): Promise<void> {
  const userId = currentHeld()?.userId;
  if (userId === undefined) return;
  const { followNewPassword } = await import('#src/held/unlock.ts');
  await followNewPassword(userId, password).catch(heldTroubles.onFault);
}

/** Asks again what the person signed in may do, after their own role was changed. */
export async function refreshUser(): Promise<void> {
  const { user } = await api('userMe', {});
  changeUser(user);
}
