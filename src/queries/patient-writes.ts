import type { Input } from '#contract/calls.ts';
import { DONE } from '#domain/messages.ts';
import type { Patient } from '#domain/patient.ts';
import type { PatientStatus } from '#domain/states.ts';
import { currentHeld } from '#src/held/held.ts';
import type { Card } from '#store/card-pages.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keep, type Ending } from './keep.ts';
import type { Double } from './patients.ts';

/** How a write ended, in words for the person: the server's own, or that it is saved on this tablet. */
export type Written = { readonly kind: Ending<'patientUpdate'>['kind']; readonly message: string };

/** A new patient as it was kept, and who may be the same person by all that is known here. */
export type Created = Written & {
  /** with the version where this browser keeps nothing */
  readonly patient: Card & { readonly version?: number };
  readonly possibleDuplicates: readonly Double[];
};

type Keyed<T> = { readonly input: T; readonly idempotencyKey: string };

/** Creates a patient. The same key repeats a try whose answer was lost without making a second patient. */
export function useCreatePatient() {
  return usePatientWrite(
    async ({ input, idempotencyKey }: Keyed<Input<'patientCreate'> & { id: string }>, signal): Promise<Created> => {
      const ending = await keep({ call: 'patientCreate', input, key: idempotencyKey, signal });
      const written = told(ending, DONE.PATIENT_CREATED);
      const noted = await noteHere(input.id);
      if (ending.kind === 'sent' && ending.answer !== null) return { ...written, ...ending.answer.data };
      if (noted === null) throw new Error('A patient who was kept is not here');
      return { ...written, ...noted };
    },
  );
}

type Edit = {
  /** the patient as it stood when the form was opened, or last merged into it */
  readonly base: Patient;
  /** the fields that differ */
  readonly changes: Omit<Input<'patientUpdate'>, 'id' | 'version'>;
  readonly idempotencyKey: string;
};

/** Changes the fields given; what moved meanwhile fails with VERSION_CONFLICT and the present patient in `data.current`. */
export function useUpdatePatient() {
  return usePatientWrite(async ({ base, changes, idempotencyKey }: Edit, signal): Promise<Written> => {
    const { id, version } = base;
    const known: Readonly<Record<string, unknown>> = base;
    const seen = Object.fromEntries(Object.keys(changes).map((field) => [field, known[field]]));
    const ending = await keep({ call: 'patientUpdate', input: { ...changes, id }, version, seen, key: idempotencyKey, signal });
    await noteHere(id);
    return told(ending, DONE.PATIENT_UPDATED);
  });
}

type StatusMove = {
  readonly patient: Pick<Patient, 'id' | 'status'> & { readonly version?: number };
  readonly status: PatientStatus;
  /** into whom, with MERGED alone */
  readonly mergedInto?: string;
};

/** Marks a patient inactive, deceased, active again, or merged into another. */
export function useUpdatePatientStatus() {
  return usePatientWrite(
    async ({ patient: { id, status: now, version }, status, mergedInto }: StatusMove, signal): Promise<Written> => {
      const into = mergedInto === undefined ? {} : { mergedInto };
      // The server must know the other one first.
      const first = mergedInto === undefined ? {} : { patientId: mergedInto };
      const input = { id, status, ...into };
      const ending = await keep({ call: 'patientUpdateStatus', input, version, seen: { status: now }, signal, ...first });
      await noteHere(id);
      return told(ending, DONE.PATIENT_STATUS);
    },
  );
}

function told(ending: { kind: 'sent'; answer: { message: string } | null } | { kind: 'kept' }, done: string): Written {
  if (ending.kind === 'kept') return { kind: 'kept', message: 'Saved on this tablet' };
  return { kind: 'sent', message: ending.answer?.message ?? done };
}

/** Searches on this tablet find the patient as changed from now on. */
async function noteHere(id: string): Promise<Pick<Created, 'patient' | 'possibleDuplicates'> | null> {
  const held = currentHeld();
  if (held === null) return null;
  // The store comes with the vault: a page that keeps nothing does not load it.
  const { notePatient, doublesHere } = await import('./patients-here.ts');
  const noted = await notePatient(held, id);
  return noted === null ? null : { patient: noted.patient, possibleDuplicates: doublesHere(held, noted.patient) };
}

/** What is typed about a patient leaves the mutation cache at once, and every list is asked for again. */
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
