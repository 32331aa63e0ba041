import type { Patient } from '#domain/patients/patient.ts';
import type { OpenItem, UnsentItem } from '#src/queries/client/outbox.ts';
import { demoPatient } from '#tests/store/demo-entities.ts';

export const id = (last: number) => `01890000-0000-7000-8000-${String(last).padStart(12, '0')}`;

/** A patient as the server returns one. */
export function patient(change: Partial<Patient> = {}): Patient {
  return demoPatient({
    id: id(1),
    recordID: 'P-000412',
    phoneNumber: '01632 960001',
    organisationID: id(2),
    createdAt: '2026-11-20T14:05:00.000Z',
    updatedAt: '2026-11-21T14:05:00.000Z',
    ...change,
  });
}

/** An unsent item: a new patient, unless changed. */
export function unsent({
  about,
  ...change
}: Partial<Omit<UnsentItem, 'about'>> & { about?: Partial<UnsentItem['about']> } = {}): UnsentItem {
  return {
    opId: id(10),
    call: 'patientCreate',
    entityId: id(1),
    capturedAt: '2026-11-20T14:05:00.000Z',
    state: 'queued',
    attempts: 0,
    error: null,
    input: { id: id(1), lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14' },
    ...change,
    about: { patient: patient(), consent: null, procedures: [], library: {}, ...about },
  };
}

type Change = Partial<Pick<OpenItem['op'], 'call' | 'state' | 'error' | 'base'>> & Partial<Omit<OpenItem, 'op'>>;

/** An item that the server refused, opened: a new patient, unless changed. */
export function opened({
  call = 'patientCreate',
  state = 'review',
  error = null,
  base = null,
  ...change
}: Change = {}): OpenItem {
  const sealed = { iv: new Uint8Array(12), ct: new ArrayBuffer(0), keyId: 'k', sv: 1 };
  return {
    op: {
      seq: 1,
      opId: id(10),
      userHash: 'h',
      deviceId: id(3),
      lane: `patient:${id(1)}`,
      call,
      entityId: id(1),
      base,
      payload: sealed,
      isFrozen: true,
      blob: null,
      deps: [],
      capturedAt: '2026-11-20T14:05:00.000Z',
      clockOffset: 0,
      tz: 0,
      state,
      attempts: 1,
      nextAt: 0,
      lease: null,
      error,
      detail: null,
      rev: 2,
    },
    input: { id: id(1), lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14' },
    refusal: null,
    conflict: null,
    about: unsent().about,
    newest: {},
    behind: 0,
    signedBehind: [],
    end: null,
    ...change,
  };
}
