import { toColumns } from '#domain/field.ts';
import { likelyDuplicates } from '#domain/likely-duplicates.ts';
import { DONE } from '#domain/messages.ts';
import { PATIENT_FIELDS } from '#domain/patient-fields.ts';
import { patientValues } from '#domain/patient.ts';
import { isFuture } from '#domain/plain-date.ts';
import { nextPatientStatuses } from '#domain/patient-status.ts';
import type { Fault } from '#contract/faults.ts';
import { summariesOfPatient } from '#server/data/consents/case-summaries.ts';
import { nextNumber, PATIENT_NUMBERS } from '#server/data/consents/counters.ts';
import { lockIdentity } from '#server/data/consents/ordered-locks.ts';
import {
  insertPatient,
  listPatients,
  lockPatient,
  patientById,
  presentPatient,
  searchPatients,
  searchText,
  updatePatient,
} from '#server/data/consents/patients.ts';
import { Refused } from '#server/api-error.ts';
import type { Handlers } from '#server/http/serve.ts';
import { caseVisibility, patientVisibility } from '#server/policies/visibility.ts';
import { expectedVersionOf } from '#server/work/sync/expected-version.ts';
import { lockSentCases, recordPatientChange } from '#server/work/consents/changed-patient.ts';
import { presentCase } from '#server/work/consents/view.ts';

type Names = 'patientCreate' | 'patientUpdate' | 'patientUpdateStatus' | 'patientSearch' | 'patientGetDetails' | 'patientGet';

export const patients: Pick<Handlers, Names> = {
  async patientCreate({ id, ...fields }, { db, actor, deps, now }) {
    refuseFuture(fields.dateOfBirth, deps.clock());
    await lockIdentity(db, actor.organisationId, fields);
    const counter = { root: deps.database.db, organisationId: actor.organisationId, name: PATIENT_NUMBERS };
    const number = await nextNumber(db, counter);
    const draft = {
      organisation_id: actor.organisationId,
      id: id ?? deps.newId(),
      number,
      ...toColumns(PATIENT_FIELDS, patientValues(fields)),
      status: 'ACTIVE' as const,
      merged_into: null,
      version: 1,
      created_at: now,
      updated_at: now,
      created_by: actor.userId,
    };
    const entered = await insertPatient(db, { ...draft, search: searchText(draft) });
    if (entered === undefined)
      throw new Refused('ALREADY_EXISTS', { fields: [{ path: 'id', message: 'A patient with this id already exists' }] });
    const patient = presentPatient(entered.row);
    const alike = entered.alike.map(presentPatient);
    return { message: DONE.PATIENT_CREATED, data: { patient, possibleDuplicates: likelyDuplicates(patient, alike) } };
  },

  async patientUpdate({ id, version, ...fields }, { db, actor, deps, now }) {
    const cases = await lockSentCases(db, actor.organisationId, id);
    const row = await lockPatient(db, patientVisibility(actor), id);
    if (row === undefined) throw new Refused('NOT_FOUND');
    if (row.version !== (await expectedVersionOf({ db, actor }, version, { entity: 'patient', id })))
      throw new Refused('VERSION_CONFLICT', { data: { current: presentPatient(row) } });
    if (fields.dateOfBirth !== undefined) refuseFuture(fields.dateOfBirth, deps.clock());
    const change = {
      ...toColumns(PATIENT_FIELDS, patientValues(fields, presentPatient(row))),
      version: row.version + 1,
      updated_at: now,
    };
    const changed = await updatePatient(
      db,
      { organisationId: actor.organisationId, id },
      { ...change, search: searchText({ ...row, ...change }) },
    );
    await recordPatientChange({ db, deps, actor, now }, { cases, before: row, after: changed });
    return { message: DONE.PATIENT_UPDATED, data: presentPatient(changed) };
  },

  async patientUpdateStatus({ id, version, status, mergedInto }, { db, actor, now }) {
    // Both are locked in one order, so that two merges of the same two patients are serialised.
    for (const each of [id, mergedInto ?? id].toSorted()) await lockPatient(db, patientVisibility(actor), each);
    const row = await lockPatient(db, patientVisibility(actor), id);
    if (row === undefined) throw new Refused('NOT_FOUND');
    if (row.version !== (await expectedVersionOf({ db, actor }, version, { entity: 'patient', id })))
      throw new Refused('VERSION_CONFLICT', { data: { current: presentPatient(row) } });
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
    return { message: DONE.PATIENT_STATUS, data: presentPatient(changed) };
  },

  async patientSearch({ search }, { db, actor }) {
    return { message: DONE.OK, data: (await searchPatients(db, patientVisibility(actor), search)).map(presentPatient) };
  },

  async patientGetDetails({ id }, { db, actor, deps }) {
    const row = await patientById(db, patientVisibility(actor), id);
    if (row === undefined) throw new Refused('NOT_FOUND');
    const mayReadConsents = actor.permissions.includes('consents.read');
    const cases = mayReadConsents ? await summariesOfPatient(db, caseVisibility(actor), id) : [];
    return { message: DONE.OK, data: { patient: presentPatient(row), records: cases.map((row) => presentCase(row, deps)) } };
  },

  async patientGet(filter, { db, actor }) {
    const page = await listPatients(db, patientVisibility(actor), filter);
    return { message: DONE.OK, data: { ...page, records: page.records.map(presentPatient) } };
  },
};

function refuseFuture(dateOfBirth: string, now: number): void {
  const fault: Fault = { path: 'dateOfBirth', message: 'The Date of birth must not be in the future' };
  if (isFuture(dateOfBirth, now)) throw new Refused('INVALID', { fields: [fault] });
}
