import { CaseEnded } from '#domain/cases/case-end.ts';
import { PlainDate } from '#domain/values/date-fields.ts';
import { LIST_TYPES } from '#domain/theatre/listed.ts';
import { LIGHTS } from '#domain/theatre/theatre-light.ts';
import { ShownPatient } from '#domain/patients/shown-patient.ts';
import { Prose, Uuid } from '#domain/values/text.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { ExpectedVersion } from '#contract/engine/expected-version.ts';
import { DataOf } from '#contract/engine/shapes.ts';
import { Consent } from '#contract/shapes/record-shapes.ts';
import { MergedFrom, ListedAt } from '#contract/shapes/record-summary.ts';

/** Days of theatre lists that are read at once [choice]. */
export const THEATRE_DAYS_MOST = 92;
/** Cases on theatre lists that are read at once [choice]. */
export const THEATRE_CASES_MOST = 500;
/** Other consents of one patient, operation and day that are named at once [choice]. */
const SAME_DAY_MOST = 20;

const LightFields = { light: v.picklist(LIGHTS), reason: v.string(), isForetold: v.optional(v.boolean()) };

/** A case on a theatre list, with the light of its consent. */
export const TheatreCase = v.object({
  patient: v.object({ ...ShownPatient.entries, id: Uuid, recordID: v.nullable(v.string()), status: v.string() }),
  /** the record that the case was opened for, where it is merged into the patient's */
  mergedFrom: v.optional(v.nullable(MergedFrom)),
  recordID: Uuid,
  /** absent in answers of a build before */
  caseNumber: v.optional(v.string()),
  /** the version in force, else the newest */
  consentID: v.nullable(Uuid),
  /** the names, joined by ` + `; empty for a case without a form */
  procedure: v.string(),
  /** null where the procedures have different ones */
  side: v.nullable(v.string()),
  procedures: v.array(v.object({ procedureName: v.string(), side: v.nullable(v.string()), site: v.string() })),
  ...ListedAt.entries,
  /** the operator */
  clinician: v.object({ _id: Uuid, name: v.string() }),
  signedAt: v.nullable(v.string()),
  /** the end of the case; null for one that goes on, absent in answers of a build before */
  ended: v.optional(v.nullable(CaseEnded)),
  ...LightFields,
  /** the light on the day of the operation as far as it is known now; null where that day is not to come */
  onDay: v.nullable(v.object(LightFields)),
  /** the patient's refusals, in words */
  refusals: v.array(v.string()),
  /** the choices that the form leaves open, in words; absent in answers of a build before */
  openPoints: v.optional(v.array(v.string())),
  interpreter: v.object({ needed: v.boolean(), language: v.string(), named: v.boolean() }),
});
export type TheatreCase = v.InferOutput<typeof TheatreCase>;

/** The days and the list that a theatre list is of. */
export const TheatreFilter = v.strictObject({
  startDate: PlainDate,
  endDate: PlainDate,
  clinician: v.optional(Uuid),
  listType: v.optional(v.picklist([...LIST_TYPES, 'ALL'], `The list must be one of ${[...LIST_TYPES, 'ALL'].join(', ')}`), 'ALL'),
});
export type TheatreFilter = v.InferOutput<typeof TheatreFilter>;

export const theatre = {
  recordBothMeant: post('record/bothMeant', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['consents.sign'],
    summary:
      'Records that a form in force and others of the same patient, for the same operation and day, are all meant. `others` holds the versions in force of those, as they were shown; where others are in force by now it is refused. Until then the light of each is amber.',
    input: v.strictObject({
      consentID: Uuid,
      version: ExpectedVersion,
      others: v.pipe(v.array(Uuid), v.minLength(1, 'Name the other consents'), v.maxLength(SAME_DAY_MOST, 'Too many consents')),
      reason: Prose({ label: 'Reason', least: 1, most: NOTE_MOST }),
    }),
    output: DataOf(Consent),
  }),
  patientListed: get('patient/listed', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: ['patients.read'],
    summary: `The cases that are listed for surgery between two days, at most ${THEATRE_DAYS_MOST} days and ${THEATRE_CASES_MOST} cases, each with the light of its consent.`,
    input: TheatreFilter,
    output: v.object({
      message: v.string(),
      data: v.array(TheatreCase),
      /** when the list was read, ISO */
      asOf: v.string(),
    }),
  }),
};
