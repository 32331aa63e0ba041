import type { Answer, Parsed } from '#contract/calls.ts';
import type { Fault } from '#domain/base/fault.ts';
import { FAULTS_MOST } from '#contract/engine/faults.ts';
import { FUTURE_BIRTH } from '#domain/values/date-fields.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { isFuture } from '#domain/values/plain-date.ts';
import { Refused } from '#server/api-error.ts';
import { insertPatients } from '#server/data/imports/bulk-patients.ts';
import { nextNumbers, PATIENT_NUMBERS } from '#server/data/patients/counters.ts';
import { insertImportFile, ROWS_PER_STATEMENT, saveMapping } from '#server/data/imports/import-records.ts';
import { newPatientRow } from '#server/data/patients/new-patient.ts';
import { shownNumber } from '#server/data/patients/patients.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { recordImported } from '#server/work/patients/history.ts';

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
  const { db, actor, deps, now, progressKey } = context;
  const { organisationId, userId } = actor;
  const note = (phase: 'WRITING' | 'DONE', done: number) =>
    deps.importProgress.note(userId, progressKey, { phase, done, total: patients.length });
  try {
    refuseFaulty(patients, deps.clock());
    const counter = { root: deps.database.db, organisationId, name: PATIENT_NUMBERS };
    const numbers = await nextNumbers(db, counter, patients.length);
    const rows = patients.map(({ id = deps.newId(), status = 'ACTIVE', ...fields }, at) => {
      const number = numbers[at];
      if (number === undefined) throw new Error('The counter gave too few numbers');
      return newPatientRow({ organisationId, id, number, status, now, createdBy: userId }, fields);
    });
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
      note('WRITING', from);
      const some = rows.slice(from, from + ROWS_PER_STATEMENT);
      if ((await insertPatients(db, some)) < some.length) throw new Refused('ALREADY_EXISTS');
      await recordImported(context, some);
    }
    const ref = { organisationId, subject: 'PATIENTS' as const };
    if (mapping !== undefined) await saveMapping(db, ref, { mapping, now, userId });
    if (digest !== undefined) {
      const by = { user_id: userId, user_name: actor.name };
      const file = { organisation_id: organisationId, id: deps.newId(), subject: ref.subject, digest, at: now, ...by };
      await insertImportFile(db, { ...file, created: rows.length });
    }
    await logStaffSecurityEvent(db, context, {
      type: 'PATIENTS_IMPORTED',
      subject: `${rows.length} ${rows.length === 1 ? 'patient' : 'patients'}`,
      detail: digest ?? '',
    });
    note('DONE', rows.length);
    const results = rows.map(({ id, number }) => ({ id, recordID: shownNumber(number) }));
    return { message: DONE.IMPORTED, data: { created: rows.length, results } };
  } catch (error) {
    deps.importProgress.forget(userId, progressKey);
    throw error;
  }
}

/** @throws Refused INVALID for birth dates to come, and for an id that two rows have */
function refuseFaulty(patients: Patients, now: number): void {
  const ids = new Set<string>();
  const faults = patients.flatMap(({ id, dateOfBirth }, at): Fault[] => {
    const isDouble = id !== undefined && ids.has(id);
    if (id !== undefined) ids.add(id);
    return [
      ...(isFuture(dateOfBirth, now) ? [{ path: `patients.${at}.dateOfBirth`, message: FUTURE_BIRTH }] : []),
      ...(isDouble ? [{ path: `patients.${at}.id`, message: 'Another patient of this import has the same id' }] : []),
    ];
  });
  if (faults.length === 0) return;
  const bad = new Set(faults.map(({ path }) => path.split('.')[1])).size;
  throw new Refused('INVALID', { fields: faults.slice(0, FAULTS_MOST), data: { bad } });
}
