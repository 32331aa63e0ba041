import type { Around } from '#domain/consents/completeness.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';

/** An adult of forty, a procedure without core risks that fits every form, and no interpreter in the record. */
export const ADULT_AROUND: Around = {
  patientName: 'Amber Demo',
  clinicianName: 'Demo Clinician',
  today: '2026-08-06',
  now: '2026-08-06T09:00:00.000Z',
  age: 40,
  interpreterNeeded: false,
  coreRisks: () => [],
  formTypesOf: () => FORM_TYPES,
};
