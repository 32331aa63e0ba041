import type { Answer, Parsed } from '#contract/calls.ts';
import type { Fault } from '#domain/base/fault.ts';
import { FUTURE_BIRTH } from '#domain/values/date-fields.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { isFuture } from '#domain/values/plain-date.ts';
import { Refused } from '#server/api-error.ts';
import { insertPatients } from '#server/data/imports/bulk-patients.ts';
import { nextNumbers, PATIENT_NUMBERS } from '#server/data/patients/counters.ts';
import { ROWS_PER_STATEMENT } from '#server/data/imports/import-records.ts';
import { newPatientRow } from '#server/data/patients/new-patient.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { recordImported } from '#server/work/patients/history.ts';
import { finishImport, refuseFaults } from './finish-import.ts';
import { withProgress } from './read-table.ts';

type Patients = Parsed<'patientBulkAdd'>['patients'];

/**
 * Creates the patients of an import, in the caller's transaction: all or none.
 *
 * @throws Refused INVALID naming the faulty rows, ALREADY_EXISTS when there is a patient of one of the ids
 */
export async function addPatients(
  context: Context<StaffActor>,
  { patients, digest, mapping }: Parsed<'patientBulkAdd'>,
): Promise<Answer<'patientBulkAdd'>> {
  const { db, actor, deps, now } = context;
  const { organisationId, userId } = actor;
  return withProgress(context, async (note) => {
    refuseFaulty(patients, todayOf(deps));
    const counter = { root: deps.database.db, organisationId, name: PATIENT_NUMBERS };
    const numbers = await nextNumbers(db, counter, patients.length);
    const rows = patients.map(({ id = deps.newId(), status = 'ACTIVE', ...fields }, at) => {
      const number = numbers[at];
      if (number === undefined) throw new Error('The counter gave too few numbers');
      return newPatientRow({ organisationId, id, number, status, now, createdBy: userId }, fields);
    });
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
      note('WRITING', from, rows.length);
      const some = rows.slice(from, from + ROWS_PER_STATEMENT);
      if ((await insertPatients(db, some)) < some.length) throw new Refused('ALREADY_EXISTS');
      await recordImported(context, some);
    }
    await finishImport(context, 'PATIENTS', { created: rows.length, digest, mapping });
    note('DONE', rows.length, rows.length);
    const results = rows.map(({ id, number }) => ({ id, recordID: shownNumber(number) }));
    return { message: DONE.IMPORTED, data: { created: rows.length, results } };
  });
}

/** @throws Refused INVALID for birth dates to come, and for an id that two rows have */
function refuseFaulty(patients: Patients, today: string): void {
  const ids = new Set<string>();
  const faults = patients.flatMap(({ id, dateOfBirth }, at): Fault[] => {
    const isDouble = id !== undefined && ids.has(id);
    if (id !== undefined) ids.add(id);
    return [
      ...(isFuture(dateOfBirth, today) ? [{ path: `patients.${at}.dateOfBirth`, message: FUTURE_BIRTH }] : []),
      ...(isDouble ? [{ path: `patients.${at}.id`, message: 'Another patient of this import has the same id' }] : []),
    ];
  });
  const bad = new Set(faults.map(({ path }) => path.split('.')[1])).size;
  refuseFaults(faults, bad);
}
