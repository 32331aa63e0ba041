import type { Input, Output } from '#contract/calls.ts';
import { askTabletPin } from '#src/offline/tablet-pin.ts';
import { currentOfflineSession } from '#src/offline/session.ts';
import { openErrorHandlers } from '#src/auth/open-errors.ts';
import { changeUser } from '#src/session/session.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '#src/session/api.ts';

/** Changes the own profile. The session goes on; the screen ends it (spec §4). */
export function useUpdateProfile() {
  return useMutation({ mutationFn: (input: Input<'userUpdate'>) => api('userUpdate', input), gcTime: 0 });
}

/**
 * Changes the own password; every other session of the account ends. The vault on this tablet opens with the new one from then
 * on. A wrong one fails with INCORRECT_PASSWORD.
 */
export function useChangePassword() {
  return useMutation({
    mutationFn: async (input: Input<'userChangePassword'>) => {
      const answer = await api('userChangePassword', input);
      await rewrapLocalPassword(input.newPassword);
      return answer;
    },
    // The passwords must not stay in the mutation cache.
    gcTime: 0,
  });
}

/** Sets the own tablet PIN; from then on this tablet can check it without the server, until its browser ends. */
export function useSetTabletPin() {
  return useMutation({
    mutationFn: async (input: Input<'userTabletPinSet'>) =>
      afterPinChange(await api('userTabletPinSet', input), { type: 'TABLET_PIN_PROVEN', tabletPin: input.tabletPin }),
    // The password and the PIN must not stay in the mutation cache.
    gcTime: 0,
  });
}

/** Removes the own tablet PIN, here and everywhere. */
export function useRemoveTabletPin() {
  return useMutation({
    mutationFn: async (input: Input<'userTabletPinRemove'>) =>
      afterPinChange(await api('userTabletPinRemove', input), { type: 'TABLET_PIN_FORGOTTEN' }),
    gcTime: 0,
  });
}

type PinChange = { readonly type: 'TABLET_PIN_PROVEN'; readonly tabletPin: string } | { readonly type: 'TABLET_PIN_FORGOTTEN' };

/** Passes a changed PIN on to this tablet. @returns the server's answer */
async function afterPinChange(answer: Output<'userTabletPinSet'>, change: PinChange): Promise<Output<'userTabletPinSet'>> {
  changeUser(answer.user);
  const userHash = currentOfflineSession()?.store.vault.userHash;
  if (userHash !== undefined) await askTabletPin({ ...change, userHash });
  return answer;
}

/** Failures are only reported: the password is changed by then, and the next sign-in opens the vault by the share. */
async function rewrapLocalPassword(password: string): Promise<void> {
  await currentOfflineSession()?.local.vault.changePassword(password).catch(openErrorHandlers.onFault);
}

/** Refetches the permissions of the person signed in after their own role was changed. */
export async function refreshUser(): Promise<void> {
  const { user } = await api('userMe', {});
  changeUser(user);
}
