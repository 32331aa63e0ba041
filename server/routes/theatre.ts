import type { Fault } from '#contract/faults.ts';
import { DAY, THEATRE_CASES_MOST, THEATRE_DAYS_MOST } from '#domain/limits.ts';
import { DONE } from '#domain/messages.ts';
import { Refused } from '#server/api-error.ts';
import { theatreCases } from '#server/data/consents/listed-cases.ts';
import type { Handlers } from '#server/http/serve.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import { presentTheatreCase } from '#server/work/consents/theatre-list.ts';

export const theatre: Pick<Handlers, 'patientListed'> = {
  async patientListed({ startDate, endDate, clinician, listType }, { db, actor, deps, now }) {
    refuseDays(startDate, endDate);
    const filter = { from: startDate, to: endDate, listType, clinicianId: clinician };
    const rows = await theatreCases(db, caseVisibility(actor), filter, THEATRE_CASES_MOST);
    if (rows.length > THEATRE_CASES_MOST)
      throw refused(`More than ${THEATRE_CASES_MOST} cases are listed. Choose fewer days, or one list.`);
    return { message: DONE.OK, data: rows.map((row) => presentTheatreCase(row, deps)), asOf: now };
  },
};

/** @throws Refused INVALID for days that are out of order, or too many */
function refuseDays(from: string, to: string): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  if (days < 1) throw refused('The end date must not be before the start date');
  if (days > THEATRE_DAYS_MOST) throw refused(`At most ${THEATRE_DAYS_MOST} days can be shown at once`);
}

function refused(message: string): Refused {
  const fault: Fault = { path: 'endDate', message };
  return new Refused('INVALID', { fields: [fault] });
}
