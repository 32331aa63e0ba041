import type { ExportName } from '#contract/exports.ts';
import type { Handlers } from '#server/http/serve.ts';
import { exportList } from '#server/work/exports/export-list.ts';

export const exportsHandlers: Pick<Handlers, ExportName> = {
  exportPatients: (input, context) => exportList('exportPatients', input, context),
  exportRecords: (input, context) => exportList('exportRecords', input, context),
  exportConsents: (input, context) => exportList('exportConsents', input, context),
  exportListed: (input, context) => exportList('exportListed', input, context),
  exportReferrals: (input, context) => exportList('exportReferrals', input, context),
  exportProcedures: (input, context) => exportList('exportProcedures', input, context),
};
