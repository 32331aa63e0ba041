import { THEATRE_CASES_MOST } from '#domain/limits.ts';
import { DONE } from '#domain/messages.ts';
import { theatreCases } from '#server/data/consents/listed-cases.ts';
import type { Handlers } from '#server/http/serve.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import { refuseTheatreDays, theatreRefused } from '#server/work/consents/theatre-days.ts';
import { presentTheatreCase } from '#server/work/consents/theatre-list.ts';

export const theatre: Pick<Handlers, 'patientListed'> = {
  async patientListed({ startDate, endDate, clinician, listType }, { db, actor, deps, now }) {
    refuseTheatreDays(startDate, endDate);
    const filter = { from: startDate, to: endDate, listType, clinicianId: clinician };
    const rows = await theatreCases(db, caseVisibility(actor), filter, THEATRE_CASES_MOST);
    if (rows.length > THEATRE_CASES_MOST)
      throw theatreRefused(`More than ${THEATRE_CASES_MOST} cases are listed. Choose fewer days, or one list.`);
    return { message: DONE.OK, data: rows.map((row) => presentTheatreCase(row, deps)), asOf: now };
  },
};
