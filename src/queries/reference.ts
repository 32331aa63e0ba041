import { DEFAULT_ZONE } from '#domain/values/default-zone.ts';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import { MINUTE, HOUR } from '#domain/base/limits.ts';
import { api } from '#src/session/api.ts';
import { setConfirmSettings } from '#src/session/confirm-settings.ts';
import { PERSISTED } from '#src/queries/client/query-client.ts';

/** Configuration that the app needs before anybody signs in; the last answer is stored on the device. */
export const configOptions = () =>
  queryOptions({
    queryKey: ['config'],
    queryFn: ({ signal }) => api('config', {}, { signal }),
    staleTime: 15 * MINUTE,
    ...PERSISTED,
  });

/** Stores the days after which a signed consent grows old as the server last told them, for the local data of this tablet. */
export function syncConfirmSettings(client: QueryClient): void {
  const { queryKey } = configOptions();
  const update = () => {
    const settings = client.getQueryData(queryKey)?.settings;
    if (settings !== undefined) setConfirmSettings(settings);
  };
  update();
  client.getQueryCache().subscribe(({ query }) => query.queryKey[0] === queryKey[0] && update());
}

/**
 * The product's name, the organisation's time zone as an IANA name, and the languages of its signers' pages beside English; defaults
 * until the server has answered.
 */
export function useProduct(): { readonly name: string; readonly timeZone: string; readonly languages: PatientLanguage[] } {
  const { data } = useQuery(configOptions());
  const { product, settings } = data ?? {};
  return {
    name: product?.name ?? 'Assent',
    timeZone: settings?.timeZone ?? DEFAULT_ZONE,
    // A stored answer of a build before has none.
    languages: settings?.patientLanguages ?? [],
  };
}

/** Grades, and specialities sorted by name regardless of case (spec §3 Config data); none until the server has answered. */
export function useStaffChoices() {
  const { data } = useQuery(configOptions());
  return {
    grades: (data?.grades ?? []).toSorted((a, b) => a.localeCompare(b, 'en-GB')),
    specialities: (data?.specialities ?? []).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB', { sensitivity: 'base' })),
  };
}

/** Questions that staff ask; the last answer is stored on the device. */
export const faqOptions = () =>
  queryOptions({
    queryKey: ['faqs'],
    queryFn: async ({ signal }) => (await api('faqsList', {}, { signal })).data,
    staleTime: HOUR,
    ...PERSISTED,
  });

/** Organisations that use this product; the last answer is stored on the device. */
export const hospitalsOptions = () =>
  queryOptions({
    queryKey: ['hospitals'],
    queryFn: async ({ signal }) => (await api('hospitals', {}, { signal })).data,
    staleTime: HOUR,
    ...PERSISTED,
  });

/** Verdict on the verify code of a sealed document. */
export const verdictOptions = (code: string) =>
  queryOptions({
    queryKey: ['verify', code],
    queryFn: async ({ signal }) => (await api('verifyByCode', { code }, { signal })).data,
    // A withdrawal must show at once.
    staleTime: 0,
    gcTime: 0,
  });

/** Verifies that a file was sealed by this hospital and is unaltered. */
export async function verifyFile(file: File) {
  // The one part named `file` travels beside the (empty) fields.
  const input = { file };
  return (await api('verifyFile', input)).data;
}
