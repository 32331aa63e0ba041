import {
  CONFLICT_KINDS,
  CONFLICT_RESOLUTIONS,
  HISTORY_FIELDS,
  HistoryValue,
  MERGE_REASON_MOST,
  PATIENT_CHANGE_KINDS,
} from '#domain/patients/patient-history.ts';
import { Patient } from '#domain/patients/patient.ts';
import { Instant, Prose, Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { integerBetween, ListOf, PageFields } from '#contract/shapes/list-shapes.ts';
import { DataOf } from '#contract/engine/shapes.ts';

/** One line of the history of a patient's details. */
export const PatientHistoryEntry = v.object({
  /** from 1 for the first line of this patient */
  seq: v.number(),
  at: v.string(),
  kind: v.picklist(PATIENT_CHANGE_KINDS),
  /** name of the person who made the change */
  by: v.string(),
  /** name of the tablet; null where none proved its id */
  device: v.nullable(v.string()),
  /** by the clock of the tablet that had queued it */
  capturedAt: v.nullable(v.string()),
  changes: v.array(
    v.object({
      field: v.picklist(HISTORY_FIELDS),
      from: v.nullable(v.union([v.string(), v.boolean()])),
      to: v.nullable(v.union([v.string(), v.boolean()])),
      /** in a line of a conflict: `from` is not kept, `to` stays, and this says whose it is */
      resolution: v.optional(v.picklist(CONFLICT_RESOLUTIONS)),
      /** contact details that are protected: both values are null then */
      hidden: v.optional(v.literal(true)),
    }),
  ),
  reason: v.optional(v.string()),
  /** the other record, of a merge or one that looks alike: its id, number and name */
  otherId: v.optional(Uuid),
  recordID: v.optional(v.string()),
  name: v.optional(v.string()),
  /** of values that were not kept: when they were entered on the tablet */
  enteredAt: v.optional(v.string()),
  /** whether the line is as it was written, and follows the one before */
  isIntact: v.boolean(),
});
export type PatientHistoryEntry = v.InferOutput<typeof PatientHistoryEntry>;

/** One field of a conflict, with both values: the one entered on the tablet, and the one that the server had. */
export const ConflictField = v.strictObject({
  field: v.picklist(HISTORY_FIELDS, 'The field must be one of a patient'),
  mine: HistoryValue,
  theirs: HistoryValue,
  resolution: v.picklist(CONFLICT_RESOLUTIONS, `The resolution must be one of ${CONFLICT_RESOLUTIONS.join(', ')}`),
});
export type ConflictField = v.InferOutput<typeof ConflictField>;

export const patientHistory = {
  patientUnmerge: post('patient/unmerge', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['organisation.manage'],
    summary: 'Undoes the merge of a patient: the record returns to its status of before, and its cases stand on it again.',
    input: v.strictObject({
      id: Uuid,
      version: integerBetween('version', 1_000_000_000),
      reason: Prose({ label: 'Reason', least: 1, most: MERGE_REASON_MOST }),
    }),
    output: DataOf(Patient),
  }),
  patientAnother: post('patient/another', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['patients.write'],
    summary: 'Says that a record which looks like this one is another person, so that neither page asks any more.',
    input: v.strictObject({
      id: Uuid,
      otherId: Uuid,
      reason: Prose({ label: 'Reason', least: 1, most: MERGE_REASON_MOST }),
    }),
    output: DataOf(v.object({ id: Uuid })),
  }),
  patientHistory: get('patient/get/history', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['patients.read'],
    summary: 'The changes of a patient’s details, newest first, a page at a time.',
    input: v.strictObject({ id: Uuid, ...PageFields }),
    output: v.object({
      message: v.string(),
      data: v.object({
        ...ListOf(PatientHistoryEntry).entries.data.entries,
        /** whether the newest line is the last one that was written: no line after it is missing */
        isIntact: v.boolean(),
      }),
    }),
  }),
  patientConflict: post('patient/conflict', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['patients.write'],
    summary: 'Records how two people’s changes of a patient ended on a tablet, with the values that were not kept.',
    input: v.strictObject({
      id: Uuid,
      kind: v.picklist(CONFLICT_KINDS, `The kind must be one of ${CONFLICT_KINDS.join(', ')}`),
      fields: v.pipe(
        v.array(ConflictField, 'The fields must be a list'),
        v.minLength(1, 'Name at least one field'),
        v.maxLength(HISTORY_FIELDS.length, 'There are too many fields'),
      ),
      /** when the tablet's own values were entered, by its clock */
      enteredAt: v.optional(Instant),
    }),
    output: DataOf(v.object({ id: Uuid })),
    offline: 'queue',
  }),
};
