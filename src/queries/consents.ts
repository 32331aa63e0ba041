import type { Input, Output } from '#contract/calls.ts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, apiFile } from './api.ts';

export type CreateBody = Input<'consentCreate'>;
export type UpdateBody = Input<'consentUpdate'>;
export type Saved = Output<'consentCreate'>;

/** Starts a consent; the same key never starts a second one. */
export function createConsent(body: CreateBody, key: string): Promise<Saved> {
  return api('consentCreate', body, { idempotencyKey: key });
}

/** Saves the given fields of a draft. */
export function updateConsent(body: UpdateBody, key: string): Promise<Saved> {
  return api('consentUpdate', body, { idempotencyKey: key });
}

/** What is known of cases, consents, patients' lists and figures is asked again after a change. */
export async function forgetCases(client: QueryClient): Promise<void> {
  const stale = ['records', 'patients'];
  await Promise.all(stale.map((subject) => client.invalidateQueries({ queryKey: [subject] })));
}

/** One intended write: the key stays the same however often it is tried (see `useSteadyKey`). */
export type Intent<Body> = { readonly body: Body; readonly key: string };

/** Completes a draft and makes it ready to sign. */
export function useSendConsent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: Intent<Input<'consentSend'>>) => api('consentSend', body, { idempotencyKey: key }),
    networkMode: 'always',
    // What was written about a patient leaves the mutation cache at once.
    gcTime: 0,
    onSettled: () => forgetCases(client),
  });
}

/** Asks for a ticket for one signer on this device. The same handoverId gives a fresh ticket for the same handover. */
export function useSendToSign() {
  return useMutation({
    mutationFn: (body: Input<'consentSendToSign'>) => api('consentSendToSign', body),
    networkMode: 'always',
    gcTime: 0,
  });
}

/** Signs with the staff session: the clinician's block alone. */
export function useSign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: Intent<Input<'recordSign'>>) => api('recordSign', body, { idempotencyKey: key }),
    networkMode: 'always',
    gcTime: 0,
    onSettled: () => forgetCases(client),
  });
}

/** The sealed PDF of one version. */
export function useSealedPdf() {
  return useMutation({
    mutationFn: (consentID: string) => apiFile('consentDownload', { request_id: consentID }),
    networkMode: 'always',
    gcTime: 0,
  });
}
