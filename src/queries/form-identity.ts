import { queryOptions } from '@tanstack/react-query';
import { toHex } from '#contract/engine/hex.ts';
import { api } from '#src/session/api.ts';

/** A sealed form as somebody has it before them: its printed code, or the file. */
export type FormAtHand = { readonly code: string } | { readonly file: File };

/** Whom a form names beside whom its record names, where they differ; null where both name one person. For staff who read patients. */
export const formIdentityOptions = (form: FormAtHand) =>
  queryOptions({
    queryKey: ['form-identity', 'code' in form ? form.code : [form.file.name, form.file.size, form.file.lastModified]],
    queryFn: async ({ signal }) =>
      (await api('recordFormIdentity', { form: 'code' in form ? form.code : await digestOf(form.file) }, { signal })).data,
    // A change of the record must show at once.
    staleTime: 0,
    gcTime: 0,
  });

async function digestOf(file: File): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
}
