import { DONE } from '#domain/messages.ts';
import { isFuture } from '#domain/plain-date.ts';
import { nextPatientStatuses } from '#domain/patient.ts';
import type { Fault } from '#contract/faults.ts';
import { casesOfPatient, caseById } from '../data/cases.ts';
import { nextNumber } from '../data/counters.ts';
import {
  insertPatient,
  likelyDoubles,
  listPatients,
  lockPatient,
  patientById,
  presentPatient,
  searchPatients,
  searchText,
  updatePatient,
  type PatientRow,
} from '../data/patients.ts';
import { Refused } from '../http/refused.ts';
import type { Handlers } from '../http/serve.ts';
import { caseReach, patientReach } from '../policies/reach.ts';
import { versionSeen } from '../work/sync-version.ts';
import { summariseCase } from '../work/view.ts';

type Names = 'patientCreate' | 'patientUpdate' | 'patientUpdateStatus' | 'patientSearch' | 'patientGetDetails' | 'patientGet';

export const patients: Pick<Handlers, Names> = {
  async patientCreate({ id, ...fields }, { sql, actor, parts, now }) {
    refuseFuture(fields.dateOfBirth, parts.clock());
    // Taken first: its lock makes two tablets that make the same patient come one after the other.
    const number = await nextNumber(sql, actor.organisationId, 'patient');
    if (
      id !== undefined &&
      (await patientById(sql, { organisationId: actor.organisationId, createdBy: undefined }, id)) !== undefined
    )
      throw new Refused('ALREADY_EXISTS', { fields: [{ path: 'id', message: 'A patient with this id exists already' }] });
    const draft = {
      organisation_id: actor.organisationId,
      id: id ?? parts.newId(),
      number,
      first_name: fields.firstName,
      last_name: fields.lastName,
      date_of_birth: fields.dateOfBirth,
      nhs_number: fields.nhsNumber ?? null,
      hospital_number: fields.hospitalNumber ?? null,
      sex: fields.sex ?? null,
      email: fields.emailAddress ?? null,
      phone: fields.phoneNumber ?? null,
      address: fields.address ?? null,
      communication: fields.communication ?? { language: 'en', interpreterNeeded: false, format: 'STANDARD' as const },
      status: 'ACTIVE' as const,
      merged_into: null,
      version: 1,
      created_at: now,
      updated_at: now,
      created_by: actor.userId,
    };
    const row = await insertPatient(sql, { ...draft, search: searchText(draft) });
    const doubles = await likelyDoubles(sql, actor.organisationId, row);
    return {
      message: DONE.PATIENT_CREATED,
      data: {
        patient: presentPatient(row),
        possibleDuplicates: doubles.map((double) => ({ patient: presentPatient(double), reason: reasonOf(row, double) })),
      },
    };
  },

  async patientUpdate({ id, version, ...fields }, { sql, actor, parts, now }) {
    const row = await lockPatient(sql, patientReach(actor), id);
    if (row === undefined) throw new Refused('NOT_FOUND');
    if (row.version !== (await versionSeen({ sql, actor }, version, { entity: 'patient', id })))
      throw new Refused('VERSION_CONFLICT', { data: { current: presentPatient(row) } });
    if (fields.dateOfBirth !== undefined) refuseFuture(fields.dateOfBirth, parts.clock());
    const change = {
      first_name: fields.firstName ?? row.first_name,
      last_name: fields.lastName ?? row.last_name,
      date_of_birth: fields.dateOfBirth ?? row.date_of_birth,
      nhs_number: given(fields.nhsNumber, row.nhs_number),
      hospital_number: given(fields.hospitalNumber, row.hospital_number),
      sex: given(fields.sex, row.sex),
      email: given(fields.emailAddress, row.email),
      phone: given(fields.phoneNumber, row.phone),
      address: given(fields.address, row.address),
      communication: fields.communication ?? row.communication,
      version: row.version + 1,
      updated_at: now,
    };
    const changed = await updatePatient(
      sql,
      { organisationId: actor.organisationId, id },
      { ...change, search: searchText({ ...row, ...change }) },
    );
    return { message: DONE.PATIENT_UPDATED, data: presentPatient(changed) };
  },

  async patientUpdateStatus({ id, version, status, mergedInto }, { sql, actor, now }) {
    // Both in one order, so that two merges of the same two patients cannot pass each other.
    for (const each of [id, mergedInto ?? id].toSorted()) await lockPatient(sql, patientReach(actor), each);
    const row = await lockPatient(sql, patientReach(actor), id);
    if (row === undefined) throw new Refused('NOT_FOUND');
    if (row.version !== (await versionSeen({ sql, actor }, version, { entity: 'patient', id })))
      throw new Refused('VERSION_CONFLICT', { data: { current: presentPatient(row) } });
    if (row.status === 'MERGED' || (row.status !== status && !nextPatientStatuses(row.status).includes(status)))
      throw new Refused('MOVE_REFUSED');
    if (status === 'MERGED') {
      const into = mergedInto == null || mergedInto === id ? undefined : await patientById(sql, patientReach(actor), mergedInto);
      if (into === undefined || into.status === 'MERGED')
        throw new Refused('INVALID', {
          fields: [{ path: 'mergedInto', message: 'Choose the patient into whom this one is merged' }],
        });
    } else if (mergedInto != null)
      throw new Refused('INVALID', { fields: [{ path: 'mergedInto', message: 'Only a merged patient names another' }] });
    const changed = await updatePatient(
      sql,
      { organisationId: actor.organisationId, id },
      { status, merged_into: status === 'MERGED' ? (mergedInto ?? null) : null, version: row.version + 1, updated_at: now },
    );
    return { message: DONE.PATIENT_STATUS, data: presentPatient(changed) };
  },

  async patientSearch({ search }, { sql, actor }) {
    return { message: DONE.OK, data: (await searchPatients(sql, patientReach(actor), search)).map(presentPatient) };
  },

  async patientGetDetails({ id }, { sql, actor }) {
    const row = await patientById(sql, patientReach(actor), id);
    if (row === undefined) throw new Refused('NOT_FOUND');
    const mayReadConsents = actor.permissions.includes('consents.read');
    const ids = mayReadConsents ? await casesOfPatient(sql, caseReach(actor), id) : [];
    const records = [];
    for (const caseId of ids) {
      const record = await caseById(sql, caseReach(actor), caseId);
      if (record !== undefined) records.push(await summariseCase(sql, record));
    }
    return { message: DONE.OK, data: { patient: presentPatient(row), records } };
  },

  async patientGet(filter, { sql, actor }) {
    const page = await listPatients(sql, patientReach(actor), filter);
    return { message: DONE.OK, data: { ...page, records: page.records.map(presentPatient) } };
  },
};

// null empties a field, absent leaves it.
function given<T>(value: T | null | undefined, before: T | null): T | null {
  return value === undefined ? before : value;
}

function refuseFuture(dateOfBirth: string, now: number): void {
  const fault: Fault = { path: 'dateOfBirth', message: 'The Date of birth must not be in the future' };
  if (isFuture(dateOfBirth, now)) throw new Refused('INVALID', { fields: [fault] });
}

function reasonOf(row: PatientRow, double: PatientRow): 'NHS_NUMBER' | 'HOSPITAL_NUMBER' | 'NAME_AND_BIRTH' {
  if (row.nhs_number !== null && row.nhs_number === double.nhs_number) return 'NHS_NUMBER';
  return row.hospital_number !== null && row.hospital_number === double.hospital_number ? 'HOSPITAL_NUMBER' : 'NAME_AND_BIRTH';
}
