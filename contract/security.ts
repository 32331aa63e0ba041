import { SECURITY_EVENTS } from '#domain/security.ts';
import { PlainDate } from '#domain/date-fields.ts';
import { PatientNumber } from '#domain/patient-number.ts';
import { Instant, Uuid } from '#domain/text.ts';
import * as v from 'valibot';
import { EventAuthor } from '#domain/timeline.ts';
import { get } from './define.ts';
import { integerBetween, ListOf, PageFields, Search, StatusFilter } from './list-shapes.ts';
import { DataOf } from './shapes.ts';

/** One line of the security log. `actor` did it, `subject` is the account or the thing that it concerns. */
export const SecurityEvent = v.object({
  id: Uuid,
  at: v.string(),
  type: v.picklist(SECURITY_EVENTS),
  actor: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  address: v.nullable(v.string()),
  detail: v.string(),
});
export type SecurityEvent = v.InferOutput<typeof SecurityEvent>;

/**
 * One line of the audit trail: an event of a case's timeline, a change of a patient's details, or a line of the security log. `patient` is a patient's number, and a signer has a
 * role and no name: whoever audits need not read who is treated for what.
 */
export const AuditLine = v.object({
  id: Uuid,
  at: v.string(),
  source: v.picklist(['CASE', 'PATIENT', 'SECURITY']),
  /** of the timeline, the history of a patient's details or the security log */
  type: v.string(),
  /** null where nobody was signed in */
  actor: v.nullable(EventAuthor),
  /** `P-000123` */
  patient: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  address: v.nullable(v.string()),
  /** of a change of details the names of the fields, separated by `, `, and no value */
  detail: v.string(),
  /** whether a version ended because a newer one was signed: nobody recorded it in error */
  isEndedByNewer: v.boolean(),
});
export type AuditLine = v.InferOutput<typeof AuditLine>;

/** A place in the trail: the line before which the next ones are read. */
const Place = {
  beforeAt: Instant,
  beforeId: Uuid,
};

const AUDIT_PAGE = 50;
const AUDIT_PAGE_MOST = 100;

const filters = {
  search: Search,
  type: StatusFilter(SECURITY_EVENTS, 'type'),
  startDate: v.optional(PlainDate),
  endDate: v.optional(PlainDate),
};

export const security = {
  securityGet: get('security/get', {
    access: ['audit.read'],
    summary: 'Sign-ins, failures, locks and changes of access, newest first.',
    input: v.strictObject({ ...PageFields, ...filters }),
    output: ListOf(SecurityEvent),
  }),
  securityExport: get('security/export', {
    access: ['audit.read'],
    summary: 'The same as a CSV file, in which no cell can be read as a formula. At most the newest 50,000 lines.',
    input: v.strictObject(filters),
    output: v.unknown(),
    answer: 'file',
  }),
  auditGet: get('audit/get', {
    access: ['audit.read'],
    summary:
      'Who did what on a day, or with a patient on all days, newest first: cases, details of patients, and security. Reading it is logged.',
    input: v.pipe(
      v.strictObject({
        /** Today, or every day of a patient who is named. */
        day: v.optional(PlainDate),
        person: Search,
        patient: v.optional(PatientNumber),
        limit: v.optional(integerBetween('limit', AUDIT_PAGE_MOST), AUDIT_PAGE),
        beforeAt: v.optional(Place.beforeAt),
        beforeId: v.optional(Place.beforeId),
      }),
      v.check(
        ({ beforeAt, beforeId }) => (beforeAt === undefined) === (beforeId === undefined),
        'The place must have a time and an id',
      ),
    ),
    output: DataOf(v.object({ lines: v.array(AuditLine), next: v.nullable(v.object({ beforeAt: v.string(), beforeId: Uuid })) })),
  }),
};
