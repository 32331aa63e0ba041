import { FUTURE_BIRTH } from '#domain/date-fields.ts';
import { fromColumns, toColumns } from '#domain/field.ts';
import { likelyDuplicates } from '#domain/likely-duplicates.ts';
import { DONE } from '#domain/messages.ts';
import { PATIENT_FIELDS } from '#domain/patient-fields.ts';
import { patientValues } from '#domain/patient.ts';
import { isFuture } from '#domain/plain-date.ts';
import { nextPatientStatuses } from '#domain/patient-status.ts';
import { RESTRICTED_REASON } from '#domain/restricted.ts';
import type { Fault } from '#contract/faults.ts';
import { summariesOfPatient } from '#server/data/consents/case-summaries.ts';
import { nextNumber, PATIENT_NUMBERS } from '#server/data/consents/counters.ts';
import { newPatientRow } from '#server/data/consents/new-patient.ts';
import { lockIdentity } from '#server/data/consents/ordered-locks.ts';
import {
  insertPatient,
  listPatients,
  lockPatient,
  patientById,
  searchPatients,
  searchText,
  updatePatient,
} from '#server/data/consents/patients.ts';
import { Refused } from '#server/api-error.ts';
import type { Handlers } from '#server/http/serve.ts';
import { patientsFor } from '#server/policies/restricted.ts';
import { caseVisibility, patientVisibility } from '#server/policies/visibility.ts';
import { expectedVersionOf } from '#server/work/sync/expected-version.ts';
import { lockCasesOfPatient, recordPatientChange } from '#server/work/consents/changed-patient.ts';
import { exportBundle } from '#server/work/fhir/export-bundle.ts';
import { presentCase } from '#server/work/consents/view.ts';

type Names =
  | 'patientCreate'
  | 'patientUpdate'
  | 'patientUpdateStatus'
  | 'patientSearch'
  | 'patientGetDetails'
  | 'patientGetBundle'
  | 'patientGet';

export const patients: Pick<Handlers, Names> = {
  async patientCreate({ id, ...fields }, context) {
    const { db, actor, deps, now } = context;
    refuseFuture(fields.dateOfBirth, deps.clock());
    await lockIdentity(db, actor.organisationId, fields);
    const counter = { root: deps.database.db, organisationId: actor.organisationId, name: PATIENT_NUMBERS };
    const number = await nextNumber(db, counter);
    const row = newPatientRow(
      { organisationId: actor.organisationId, id: id ?? deps.newId(), number, now, createdBy: actor.userId },
      fields,
    );
    const entered = await insertPatient(db, row);
    if (entered === undefined)
      throw new Refused('ALREADY_EXISTS', { fields: [{ path: 'id', message: 'A patient with this id already exists' }] });
    const present = patientsFor(context);
    const patient = present(entered.row);
    const alike = entered.alike.map(present);
    return { message: DONE.PATIENT_CREATED, data: { patient, possibleDuplicates: likelyDuplicates(patient, alike) } };
  },

  async patientUpdate({ id, version, reason = '', ...fields }, context) {
    const { db, actor, deps, now } = context;
    const cases = await lockCasesOfPatient(db, actor.organisationId, id, { isAll: fields.restricted !== undefined });
    const row = await lockPatient(db, patientVisibility(actor), id);
    if (row === undefined) throw new Refused('NOT_FOUND');
    if (row.version !== (await expectedVersionOf({ db, actor }, version, { entity: 'patient', id })))
      throw new Refused('VERSION_CONFLICT', { data: { current: patientsFor(context)(row) } });
    if (fields.dateOfBirth !== undefined) refuseFuture(fields.dateOfBirth, deps.clock());
    if (fields.restricted !== undefined && fields.restricted !== row.restricted && reason === '')
      throw new Refused('INVALID', { fields: [{ path: 'reason', message: RESTRICTED_REASON }] });
    const change = {
      ...toColumns(PATIENT_FIELDS, patientValues(fields, fromColumns(PATIENT_FIELDS, row))),
      version: row.version + 1,
      updated_at: now,
    };
    const changed = await updatePatient(
      db,
      { organisationId: actor.organisationId, id },
      { ...change, search: searchText({ ...row, ...change }) },
    );
    await recordPatientChange({ db, deps, actor, now }, { cases, before: row, after: changed, reason });
    return { message: DONE.PATIENT_UPDATED, data: patientsFor(context)(changed) };
  },

  async patientUpdateStatus({ id, version, status, mergedInto }, context) {
    const { db, actor, now } = context;
    // Both are locked in one order, so that two merges of the same two patients are serialised.
    for (const each of [id, mergedInto ?? id].toSorted()) await lockPatient(db, patientVisibility(actor), each);
    const row = await lockPatient(db, patientVisibility(actor), id);
    if (row === undefined) throw new Refused('NOT_FOUND');
    if (row.version !== (await expectedVersionOf({ db, actor }, version, { entity: 'patient', id })))
      throw new Refused('VERSION_CONFLICT', { data: { current: patientsFor(context)(row) } });
    if (row.status === 'MERGED' || (row.status !== status && !nextPatientStatuses(row.status).includes(status)))
      throw new Refused('MOVE_REFUSED');
    if (status === 'MERGED') {
      const into =
        mergedInto == null || mergedInto === id ? undefined : await patientById(db, patientVisibility(actor), mergedInto);
      if (into === undefined || into.status === 'MERGED')
        throw new Refused('INVALID', {
          fields: [{ path: 'mergedInto', message: 'Choose the patient into whom this one is merged' }],
        });
    } else if (mergedInto != null)
      throw new Refused('INVALID', { fields: [{ path: 'mergedInto', message: 'Only a merged patient names another' }] });
    const changed = await updatePatient(
      db,
      { organisationId: actor.organisationId, id },
      { status, merged_into: status === 'MERGED' ? (mergedInto ?? null) : null, version: row.version + 1, updated_at: now },
    );
    return { message: DONE.PATIENT_STATUS, data: patientsFor(context)(changed) };
  },

  async patientSearch({ search }, context) {
    const found = await searchPatients(context.db, patientVisibility(context.actor), search);
    return { message: DONE.OK, data: found.map(patientsFor(context)) };
  },

  async patientGetDetails({ id }, context) {
    const { db, actor, deps } = context;
    const row = await patientById(db, patientVisibility(actor), id);
    if (row === undefined) throw new Refused('NOT_FOUND');
    const mayReadConsents = actor.permissions.includes('consents.read');
    const cases = mayReadConsents ? await summariesOfPatient(db, caseVisibility(actor), id) : [];
    return {
      message: DONE.OK,
      data: { patient: patientsFor(context)(row), records: cases.map((each) => presentCase(each, deps)) },
    };
  },

  async patientGetBundle(input, context) {
    return exportBundle(context, input);
  },

  async patientGet(filter, context) {
    const page = await listPatients(context.db, patientVisibility(context.actor), filter);
    return { message: DONE.OK, data: { ...page, records: page.records.map(patientsFor(context)) } };
  },
};

function refuseFuture(dateOfBirth: string, now: number): void {
  const fault: Fault = { path: 'dateOfBirth', message: FUTURE_BIRTH };
  if (isFuture(dateOfBirth, now)) throw new Refused('INVALID', { fields: [fault] });
}
