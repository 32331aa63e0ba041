import { MINUTE } from '#domain/base/limits.ts';
import type { Input } from '#contract/calls.ts';
import { isRetryable } from '#contract/engine/retry.ts';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { deviceProof } from '#src/offline/device-proof.ts';
import { api } from '#src/session/api.ts';
import { hospitalsOptions } from './reference.ts';

/** Organisations whose name contains the query; offline from those that this device knows. @param q - two characters or more */
export const organisationsOptions = (q: string) =>
  queryOptions({
    queryKey: ['organisations', q],
    queryFn: async ({ signal, client }) => {
      try {
        return (await api('configSearchOrganisation', { q }, { signal })).data;
      } catch (failure) {
        const known = client.getQueryData(hospitalsOptions().queryKey);
        if (!isRetryable(failure) || known === undefined) throw failure;
        return known.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
      }
    },
    placeholderData: keepPreviousData,
    staleTime: MINUTE,
    networkMode: 'always',
  });

/** A new secret for an authenticator app. Each call makes another one, so it is never refetched automatically. */
export const twoFactorSecretOptions = () =>
  queryOptions({
    queryKey: ['two-factor-secret'],
    queryFn: ({ signal }) => api('userOtpRequestqr', {}, { signal }),
    staleTime: 'static',
    gcTime: 0,
  });

/** Turns two-factor authentication on with six digits of the app, and the password outside a registration; the caller passes the answer's user to `changeUser`. */
export function useTwoFactorSetup() {
  return useMutation({ mutationFn: (input: Input<'userOtpSetup'>) => api('userOtpSetup', input), gcTime: 0 });
}

/** Requests an account; the code comes by mail (spec §4 Registration). */
export function useCreateUser() {
  return useMutation({ mutationFn: (input: Input<'userCreate'>) => api('userCreate', input) });
}

/** Sets the password with the mailed code, of a new account or of a forgotten password. */
export function useRegister() {
  return useMutation({
    mutationFn: async (input: Input<'userRegister'>) => api('userRegister', { ...input, ...(await deviceProof()) }),
    gcTime: 0,
  });
}

/** Requests a code that sets a new password. */
export function useForgot() {
  return useMutation({ mutationFn: async (email: string) => api('userForgot', { email, ...(await deviceProof()) }) });
}

/** Accepts the terms in this version. */
export function useAcceptPolicy() {
  return useMutation({ mutationFn: (version: string) => api('userAcceptPolicy', { version }) });
}
