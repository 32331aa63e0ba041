import { SECURITY_EVENTS } from '#domain/audit/security.ts';
import { PlainDate } from '#domain/values/date-fields.ts';
import { Uuid } from '#domain/values/text.ts';
import { FILE_TYPES } from '#contract/engine/file-types.ts';
import * as v from 'valibot';
import { get } from '#contract/engine/define.ts';
import { ListOf, PageFields, Search, StatusFilter } from '#contract/shapes/list-shapes.ts';

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

const filters = {
  search: Search,
  type: StatusFilter(SECURITY_EVENTS, 'type'),
  startDate: v.optional(PlainDate),
  endDate: v.optional(PlainDate),
};

export const security = {
  securityGet: get('security/get', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['audit.read'],
    summary: 'Sign-ins, failures, locks and changes of access, newest first.',
    input: v.strictObject({ ...PageFields, ...filters }),
    output: ListOf(SecurityEvent),
  }),
  securityExport: get('security/export', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['audit.read'],
    summary: 'The same as a CSV file, in which no cell can be read as a formula. At most the newest 50,000 lines.',
    input: v.strictObject(filters),
    output: v.unknown(),
    answer: 'file',
    fileTypes: [FILE_TYPES.CSV],
  }),
};
