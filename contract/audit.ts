import { formatCount } from '#domain/base/format-count.ts';
import { AccessReason, REASON_LENGTH } from '#domain/audit/access-log.ts';
import { AUDIT_SHOWN } from '#domain/audit/audit-trail.ts';
import { PlainDate } from '#domain/values/date-fields.ts';
import { PatientNumber } from '#domain/patients/patient-number.ts';
import { Instant, Uuid } from '#domain/values/text.ts';
import { ShownAuthor } from '#domain/cases/event-author.ts';
import { EventAuthor } from '#domain/cases/timeline.ts';
import { EXPORT_LINES_MOST } from '#domain/base/limits.ts';
import { durationInProse } from '#domain/base/duration-words.ts';
import { LIST_FILE_TYPES } from '#contract/engine/file-types.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { ExportFormatField } from './exports.ts';
import { integerBetween, Search } from '#contract/shapes/list-shapes.ts';
import { DataOf } from '#contract/engine/shapes.ts';

/**
 * One line of the audit trail: an event of a case's timeline, a change of a patient's details, a reading, or a line of the security log.
 * `patient` is a patient's number, and a signer has a role and no name: whoever audits need not read who is treated for what.
 */
export const AuditLine = v.object({
  id: Uuid,
  at: v.string(),
  source: v.picklist(['CASE', 'PATIENT', 'SECURITY', 'ACCESS']),
  /** of the timeline, the history of a patient's details, the security log or the access log */
  type: v.string(),
  /** null where nobody was signed in */
  actor: v.nullable(EventAuthor),
  /** of a case's event, in words: as its signer's place on the form has it, with what an event of an earlier build says behind */
  author: v.optional(v.nullable(ShownAuthor)),
  /** of the account; null where nobody was signed in, and of acts on cases from before it was stored */
  userID: v.nullable(Uuid),
  /** `P-000123` */
  patient: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  address: v.nullable(v.string()),
  /** the name of the tablet */
  device: v.nullable(v.string()),
  /** of a change of details the names of the fields, separated by `, `, and no value; of a reading the call, and what it showed */
  detail: v.string(),
  /** the reason that was given where one was asked for */
  why: v.string(),
  /** whether a version ended because a newer one was signed: nobody recorded it in error */
  isEndedByNewer: v.boolean(),
});
export type AuditLine = v.InferOutput<typeof AuditLine>;

const AUDIT_PAGE = 50;
const AUDIT_PAGE_MOST = 100;

const filters = {
  /** Today, or every day where a patient or a person is named. */
  day: v.optional(PlainDate),
  /** part of a member of staff's name */
  person: Search,
  /** one member of staff */
  userID: v.optional(Uuid),
  patient: v.optional(PatientNumber),
  show: v.optional(v.picklist(AUDIT_SHOWN, `The show must be one of ${AUDIT_SHOWN.join(', ')}`), 'ALL'),
};

export const audit = {
  auditGet: get('audit/get', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: ['audit.read'],
    summary:
      'Who did and read what on a day, or with a patient, or as one person, on all days, newest first. Reading it is logged.',
    input: v.pipe(
      v.strictObject({
        ...filters,
        limit: v.optional(integerBetween('limit', AUDIT_PAGE_MOST), AUDIT_PAGE),
        beforeAt: v.optional(Instant),
        beforeId: v.optional(Uuid),
      }),
      v.check(
        ({ beforeAt, beforeId }) => (beforeAt === undefined) === (beforeId === undefined),
        'The place must have a time and an id',
      ),
    ),
    output: DataOf(v.object({ lines: v.array(AuditLine), next: v.nullable(v.object({ beforeAt: v.string(), beforeId: Uuid })) })),
  }),
  auditExport: get('audit/export', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: ['audit.read'],
    summary: `The same as CSV or XLSX, in which no cell can be read as a formula. Logged; over ${formatCount(EXPORT_LINES_MOST)} lines are refused.`,
    input: v.strictObject({ ...filters, format: ExportFormatField }),
    output: v.unknown(),
    answer: 'file',
    fileTypes: LIST_FILE_TYPES,
  }),
  auditAccessReport: get('audit/accessReport', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: ['audit.read'],
    summary:
      'Who has read and changed the record of one patient, for that patient, as CSV or XLSX: no other patient, address or tablet is in it. Logged.',
    input: v.strictObject({ patient: PatientNumber, format: ExportFormatField }),
    output: v.unknown(),
    answer: 'file',
    fileTypes: LIST_FILE_TYPES,
  }),
  auditReasons: get('audit/reasons', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['audit.read', 'users.manage'],
    summary: 'How often a record outside the own team was opened with a reason.',
    input: v.strictObject({}),
    output: DataOf(
      v.object({
        /** whether reasons are asked for */
        isOn: v.boolean(),
        lastDay: v.number(),
        lastWeek: v.number(),
      }),
    ),
  }),
  patientBreakGlass: post('patient/breakGlass', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['patients.read', 'consents.read'],
    summary: `Gives a reason to open the record of a patient outside the own team. It opens for ${durationInProse(REASON_LENGTH)}, and is logged.`,
    input: v.strictObject({
      id: Uuid,
      reason: AccessReason,
    }),
    output: DataOf(v.object({ id: Uuid, until: v.string() })),
    keyed: false,
  }),
};
