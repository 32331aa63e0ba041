import { REPORTS_MOST } from '#contract/safety/safety-reports.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { reportNumber } from '#domain/safety/safety-report.ts';
import { listReports } from '#server/data/safety/safety-reports.ts';
import type { Handlers } from '#server/http/serve.ts';
import { presentOwnReport, presentReport, reportSafety, settleReport } from '#server/work/safety/report-safety.ts';

export const safetyHandlers: Pick<Handlers, `safety${'Report' | 'Own' | 'List' | 'Close'}`> = {
  async safetyReport(fields, context) {
    const number = await reportSafety(fields, context);
    return { message: DONE.SAFETY_REPORTED, data: { id: fields.id, number: reportNumber(number) } };
  },

  async safetyOwn(_, { db, actor }) {
    const rows = await listReports(db, { organisationId: actor.organisationId, userId: actor.userId, most: REPORTS_MOST });
    return { message: DONE.OK, data: rows.map(presentOwnReport) };
  },

  async safetyList(_, { db, actor }) {
    const rows = await listReports(db, { organisationId: actor.organisationId, most: REPORTS_MOST });
    return { message: DONE.OK, data: rows.map(presentReport) };
  },

  async safetyClose(fields, context) {
    return { message: DONE.SAFETY_SETTLED, data: presentReport(await settleReport(fields, context)) };
  },
};
