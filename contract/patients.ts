import { DUPLICATE_REASONS } from '#domain/patients/likely-duplicates.ts';
import { Patient, PatientChange, PatientDraft } from '#domain/patients/patient.ts';
import { PATIENT_STATUSES } from '#domain/base/states.ts';
import { Prose, Uuid } from '#domain/values/text.ts';
import { PROTECTION_REASON_MOST } from '#domain/patients/restricted.ts';
import { FILE_TYPES } from '#contract/engine/file-types.ts';
import * as v from 'valibot';
import { get, post, put } from '#contract/engine/define.ts';
import { UndecidedDuplicate } from '#contract/shapes/possible-duplicate.ts';
import { RecordSummary } from '#contract/shapes/record-summary.ts';
import { DataOf } from '#contract/engine/shapes.ts';
import { QueuedVersion } from '#contract/engine/expected-version.ts';
import { ListOf, PageFields, Search, StatusFilter } from '#contract/shapes/list-shapes.ts';

/** A likely double of a patient: enough to recognise, no more. */
export const PossibleDuplicate = v.object({
  patient: Patient,
  reason: v.picklist(DUPLICATE_REASONS),
});

/** The filters of the list of patients. */
export const PatientFilter = { search: Search, status: StatusFilter(PATIENT_STATUSES) };
/** Whether a record is exported with the bytes of its sealed documents. */
export const BUNDLE_DOCUMENTS = ['NONE', 'DATA'] as const;

export const patients = {
  patientCreate: post('patient/create', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['patients.write'],
    summary: 'Creates a patient. A doubled NHS number is reported, never refused.',
    input: v.strictObject({ ...PatientDraft.entries, id: v.optional(Uuid) }),
    output: DataOf(v.object({ patient: Patient, possibleDuplicates: v.array(PossibleDuplicate) })),
    offline: 'queue',
  }),
  patientUpdate: put('patient/update', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['patients.write'],
    summary: 'Changes the fields that are given; a stale version is refused with the present patient.',
    input: v.strictObject({
      id: Uuid,
      version: QueuedVersion,
      ...PatientChange.entries,
      /** required when `restricted` changes */
      reason: v.optional(Prose({ label: 'Reason', most: PROTECTION_REASON_MOST })),
    }),
    output: DataOf(Patient),
    offline: 'queue',
  }),
  patientUpdateStatus: post('patient/update/status', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['patients.write'],
    summary: 'Marks a patient inactive, deceased, active again, or merged into another.',
    input: v.strictObject({
      id: Uuid,
      version: QueuedVersion,
      status: v.picklist(PATIENT_STATUSES, `The status must be one of ${PATIENT_STATUSES.join(', ')}`),
      mergedInto: v.optional(v.nullable(Uuid)),
    }),
    output: DataOf(Patient),
    offline: 'queue',
  }),
  patientSearch: get('patient/search', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: ['patients.read'],
    summary: 'Up to 20 patients by name, number or birth date, best first.',
    input: v.strictObject({ search: Search }),
    output: DataOf(v.array(Patient)),
    offline: 'cached',
  }),
  patientGetDetails: get('patient/get/details', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['patients.read'],
    summary: 'One patient with the cases, and the records that may be of the same person and of which nobody has said so yet.',
    input: v.strictObject({ id: Uuid }),
    output: DataOf(
      v.object({
        patient: Patient,
        records: v.array(RecordSummary),
        /** records that look alike, until somebody says whether it is the same person; absent in answers of a build before */
        alike: v.optional(v.array(UndecidedDuplicate)),
      }),
    ),
    offline: 'cached',
  }),
  patientGetBundle: get('patient/get/bundle', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.read'],
    summary:
      'The record of one patient as a Bundle of FHIR R4, with the sealed PDFs in it where documents is DATA. At most 25 MiB, else 413.',
    input: v.strictObject({
      id: Uuid,
      documents: v.optional(v.picklist(BUNDLE_DOCUMENTS, `The documents must be one of ${BUNDLE_DOCUMENTS.join(', ')}`), 'NONE'),
    }),
    output: v.unknown(),
    answer: 'file',
    fileTypes: [FILE_TYPES.FHIR],
  }),
  patientGet: get('patient/get', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: ['patients.read'],
    summary: 'The patients, a page at a time.',
    input: v.strictObject({ ...PageFields, ...PatientFilter }),
    output: ListOf(Patient),
    offline: 'cached',
  }),
};
