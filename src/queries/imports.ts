import { pause } from '#src/device/retry.ts';
import type { Input, Output } from '#contract/calls.ts';
import type { ImportEdit } from '#contract/consent-imports.ts';
import type { FileConfirmation } from '#domain/imports/file-questions.ts';
import type { ImportMapping } from '#domain/imports/import-columns.ts';
import type { ImportedPatient } from '#domain/imports/import-patient.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { api, untypedApi } from '#src/session/api.ts';
import { useQuery } from '@tanstack/react-query';
import { startPull } from '#src/queries/client/start-pull.ts';

export type ImportPreview = Output<'patientImport'>;
export type { ImportedRow } from '#contract/imports.ts';
export type ConsentPreview = Output<'recordImport'>['data'];
type AddedPatients = Output<'patientBulkAdd'>['data'];

/** How long a call runs before its progress is asked for, and how often from then on, ms (interop §1). */
const PROGRESS_AFTER = 1000;
const PROGRESS_EVERY = 500;
/** A full file takes some seconds to be read; one that is refused by the server's own limits is refused by then, ms. */
const IMPORT_TIMEOUT = 2 * MINUTE;

type ReadFile = {
  readonly file: File;
  readonly mapping?: ImportMapping;
  readonly sheet?: string;
  readonly confirmed?: readonly FileConfirmation[];
  readonly key: string;
};

/** Reads a file of patients and compares it with those who are here; nothing is written. */
export function readPatientFile({ key, ...read }: ReadFile): Promise<ImportPreview> {
  return api('patientImport', fileInput(read), { idempotencyKey: key, limitMs: IMPORT_TIMEOUT });
}

/** The rows of an import that are to be created; those without a fault are patients. */
export type NewPatients = Omit<Input<'patientBulkAdd'>, 'patients'> & { readonly patients: readonly ImportedPatient[] };

/** Creates the patients of an import. The same key again creates nobody twice. */
export async function saveImportedPatients(input: NewPatients, key: string): Promise<AddedPatients> {
  const { data } = await untypedApi('patientBulkAdd', input, { idempotencyKey: key, limitMs: IMPORT_TIMEOUT });
  void startPull();
  return data;
}

type ConsentFile = ReadFile & {
  readonly rows?: readonly number[];
  readonly edits?: readonly ImportEdit[];
};

/** Reads a file of consents, or some rows of it again with what was mended, and compares it with what is here; nothing is written. */
export async function readConsentFile({ key, ...read }: ConsentFile): Promise<ConsentPreview> {
  return (await api('recordImport', consentInput(read), { idempotencyKey: key, limitMs: IMPORT_TIMEOUT })).data;
}

/** Creates the consents of the chosen rows. The same key again creates nothing twice. */
export async function commitConsents({
  digest,
  key,
  ...read
}: ConsentFile & { readonly digest: string }): Promise<ConsentPreview> {
  const input = { ...consentInput(read), digest, commit: 'true' as const };
  const { data } = await api('recordImport', input, { idempotencyKey: key, limitMs: IMPORT_TIMEOUT });
  void startPull();
  return data;
}

function fileInput({ file, mapping, sheet, confirmed = [] }: Omit<ReadFile, 'key'>) {
  return {
    file,
    ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(confirmed.length === 0 ? {} : { confirmed: JSON.stringify(confirmed) }),
  };
}

function consentInput({ rows, edits = [], ...read }: Omit<ConsentFile, 'key'>) {
  return {
    ...fileInput(read),
    ...(rows === undefined ? {} : { rows: JSON.stringify(rows) }),
    ...(edits.length === 0 ? {} : { edits: JSON.stringify(edits) }),
  };
}

/** Saves new contact details of a patient who was here already, as the person chose. */
export async function updateContact(input: Input<'patientUpdate'>, key: string): Promise<void> {
  await api('patientUpdate', input, { idempotencyKey: key });
}

/** How far the call with this key is; undefined before the first answer, and without a key. */
export function useImportProgress(key: string | null) {
  return useQuery({
    queryKey: ['import', 'progress', key],
    queryFn: async ({ client, queryKey, signal }) => {
      if (client.getQueryData(queryKey) === undefined) await pause(PROGRESS_AFTER);
      return (await api('importProgress', { key: key ?? '' }, { signal })).data;
    },
    enabled: key !== null,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.phase === 'DONE' ? false : PROGRESS_EVERY),
  }).data;
}
