import { REASON_LENGTH } from '#domain/audit/access-log.ts';
import { DAY } from '#domain/base/limits.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { Refused } from '#server/api-error.ts';
import { auditTrail } from '#server/data/audit/audit-trail.ts';
import { patientById } from '#server/data/patients/patients.ts';
import { clearWithoutReason, countReasons } from '#server/data/audit/teams.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Handlers } from '#server/http/serve.ts';
import { caseVisibility, patientVisibility } from '#server/policies/visibility.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { auditFilterOf, auditQuestionWords, exportAccessReport, exportTrail } from '#server/work/audit/export-trail.ts';

type Names = 'auditGet' | 'auditExport' | 'auditAccessReport' | 'auditReasons' | 'patientBreakGlass';

export const auditHandlers: Pick<Handlers, Names> = {
  async auditGet({ limit, beforeAt, beforeId, ...question }, context) {
    const { db, actor, deps, address } = context;
    const before = beforeAt === undefined || beforeId === undefined ? undefined : { at: beforeAt, id: beforeId };
    const reach = { cases: caseVisibility(actor), patients: patientVisibility(actor) };
    const filter = auditFilterOf(context, question);
    const { lines, next } = await auditTrail(db, reach, { ...filter, before, limit });
    await logStaffSecurityEvent(db, { actor, deps, address }, { type: 'TRAIL_READ', detail: auditQuestionWords(filter) });
    return { message: DONE.OK, data: { lines, next: next && { beforeAt: next.at, beforeId: next.id } } };
  },

  async auditExport(input, context) {
    return exportTrail(context, input);
  },

  async auditAccessReport(input, context) {
    return exportAccessReport(context, input);
  },

  async auditReasons(_, { db, actor, deps }) {
    const since = (ms: number) => new Date(deps.clock() - ms).toISOString();
    const counts = await countReasons(db, actor.organisationId, { day: since(DAY), week: since(7 * DAY) });
    return { message: DONE.OK, data: { isOn: deps.settings.breakGlass, ...counts } };
  },

  async patientBreakGlass({ id, reason }, { db, actor, deps, address }) {
    const row = await patientById(db, patientVisibility(actor), id);
    if (row === undefined) throw new Refused('NOT_FOUND');
    const { organisationId, userId, name, roleName: role, deviceId } = actor;
    const user = { id: userId, name, role };
    const line = { organisationId, act: 'REASON', call: 'patientBreakGlass', user, deviceId, address } as const;
    await deps.accessLog.add([{ ...line, subject: { patient: id }, why: reason }]);
    await inTransaction(db, (trx) => clearWithoutReason(trx, { organisationId, userId }, id));
    return { message: DONE.OK, data: { id, until: new Date(deps.clock() + REASON_LENGTH).toISOString() } };
  },
};
