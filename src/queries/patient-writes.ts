import type { Input } from '#contract/calls.ts';
import { Unreachable } from '#contract/engine/call.ts';
import { isContactField, lacksContact } from '#domain/patients/restricted.ts';
import { DONE } from '#domain/base/done-messages.ts';
import type { Patient } from '#domain/patients/patient.ts';
import type { PatientStatus } from '#domain/base/states.ts';
import { currentOfflineSession } from '#src/offline/session.ts';
import type { PatientCard } from '#store/entities/search-pages.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { WriteResult } from '#src/offline/local/writes.ts';
import { NetworkNeeded, writeOrQueue } from '#src/offline/write.ts';
import { SAVED_LOCALLY } from './consents.ts';
import type { LocalDuplicate } from '#src/offline/local/patients.ts';

/** Result of a write, with its message: the server's own, or that it is saved on this tablet. */
export type PatientWriteResult = { readonly kind: WriteResult<'patientUpdate'>['kind']; readonly message: string };

/** A new patient as stored, with possible duplicates among all patients known to this device and the server. */
export type CreatedPatient = PatientWriteResult & {
  /** with the version in a browser without a vault */
  readonly patient: PatientCard & { readonly version?: number };
  readonly possibleDuplicates: readonly LocalDuplicate[];
};

type WithIdempotencyKey<T> = { readonly input: T; readonly idempotencyKey: string };

/** Creates a patient. The same key repeats a try whose answer was lost without making a second patient. */
export function useCreatePatient() {
  return usePatientWrite(
    async (
      { input, idempotencyKey }: WithIdempotencyKey<Input<'patientCreate'> & { id: string }>,
      signal,
    ): Promise<CreatedPatient> => {
      const ending = await writeOrQueue({ call: 'patientCreate', input, key: idempotencyKey, signal });
      const written = toPatientWriteResult(ending, DONE.PATIENT_CREATED);
      const noted = await refreshLocalPatient(input.id);
      if (ending.kind === 'sent' && ending.extract !== null) return { ...written, ...ending.extract };
      if (noted === null) throw new Error('A patient who was kept is not here');
      return { ...written, ...noted };
    },
  );
}

type PatientEdit = {
  /** the patient when the form was opened, or as last merged into it */
  readonly base: Patient;
  /** the fields that differ, and the reason for a change of protection */
  readonly changes: Omit<Input<'patientUpdate'>, 'id' | 'version'>;
  readonly idempotencyKey: string;
};

/** Changes the given fields; a field changed meanwhile fails with VERSION_CONFLICT and the present patient in `data.current`. */
export function useUpdatePatient() {
  return usePatientWrite(async ({ base, changes, idempotencyKey }: PatientEdit, signal): Promise<PatientWriteResult> => {
    const { id, version } = base;
    const known: Readonly<Record<string, unknown>> = base;
    const expected = Object.fromEntries(
      Object.keys(changes)
        .filter((field) => field in known)
        .map((field) => [field, known[field]]),
    );
    const ending = await writeOrQueue({
      call: 'patientUpdate',
      input: { ...changes, id },
      version,
      expected,
      key: idempotencyKey,
      signal,
    }).catch((failure: unknown) => {
      // Also where this tablet has no copy of the patient, and so cannot know.
      const isHidden = lacksContact(base) && Object.keys(changes).some(isContactField);
      throw isHidden && failure instanceof Unreachable ? new NetworkNeeded('No tablet stores this') : failure;
    });
    await refreshLocalPatient(id);
    return toPatientWriteResult(ending, DONE.PATIENT_UPDATED);
  });
}

type PatientStatusChange = {
  readonly patient: Pick<Patient, 'id' | 'status'> & { readonly version?: number };
  readonly status: PatientStatus;
  /** id of the remaining patient, with MERGED alone */
  readonly mergedInto?: string;
};

/** Marks a patient inactive, deceased, active again, or merged into another. */
export function useUpdatePatientStatus() {
  return usePatientWrite(
    async (
      { patient: { id, status: now, version }, status, mergedInto }: PatientStatusChange,
      signal,
    ): Promise<PatientWriteResult> => {
      const into = mergedInto === undefined ? {} : { mergedInto };
      // The remaining patient must reach the server first.
      const first = mergedInto === undefined ? {} : { patientId: mergedInto };
      const input = { id, status, ...into };
      const ending = await writeOrQueue({
        call: 'patientUpdateStatus',
        input,
        version,
        expected: { status: now },
        signal,
        ...first,
      });
      await refreshLocalPatient(id);
      return toPatientWriteResult(ending, DONE.PATIENT_STATUS);
    },
  );
}

function toPatientWriteResult({ kind }: Pick<PatientWriteResult, 'kind'>, done: string): PatientWriteResult {
  return { kind, message: kind === 'queued' ? SAVED_LOCALLY : done };
}

/** Updates the patient's search card after a change; null without a vault, or when the patient is not on this device. */
async function refreshLocalPatient(id: string): Promise<Pick<CreatedPatient, 'patient' | 'possibleDuplicates'> | null> {
  const patients = currentOfflineSession()?.local.patients;
  const stored = (await patients?.refreshCard(id)) ?? null;
  if (patients === undefined || stored === null) return null;
  return { patient: stored.patient, possibleDuplicates: await patients.duplicatesOf(stored.patient) };
}

/** Removes words about a patient from the mutation cache at once, and invalidates every list. */
function usePatientWrite<I, O>(write: (input: I, signal: AbortSignal | undefined) => Promise<O>) {
  const client = useQueryClient();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return useMutation({
    mutationFn: (input: I) => write(input, leaving.current?.signal),
    networkMode: 'always',
    gcTime: 0,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['patients'] });
      void client.invalidateQueries({ queryKey: ['records'] });
    },
  });
}
