import type { Input } from '#contract/calls.ts';
import { changeUser } from '#src/session/session.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from './api.ts';

/** Changes the own profile. The session goes on; the screen ends it (spec §4). */
export function useUpdateProfile() {
  return useMutation({ mutationFn: (input: Input<'userUpdate'>) => api('userUpdate', input), gcTime: 0 });
}

/** Changes the own password; every other session of the account ends. A wrong one fails with INCORRECT_PASSWORD. */
export function useChangePassword() {
  // The passwords must not stay in the mutation cache.
  return useMutation({ mutationFn: (input: Input<'userChangePassword'>) => api('userChangePassword', input), gcTime: 0 });
}

/** Asks again what the person signed in may do, after their own role was changed. */
export async function refreshUser(): Promise<void> {
  const { user } = await api('userMe', {});
  changeUser(user);
}
