import { refuseStalePatient } from '#server/work/patients/stale-patient.ts';
import { fromColumns, toColumns } from '#domain/values/field.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { PATIENT_FIELDS } from '#domain/patients/patient-fields.ts';
import { patientValues } from '#domain/patients/patient.ts';
import { RESTRICTED_REASON } from '#domain/patients/restricted.ts';
import { summariesOfPatient } from '#server/data/summaries/case-summaries.ts';
import { isHistoryIntact, listPatientChanges } from '#server/data/patients/patient-changes.ts';
import { derivedColumns } from '#server/data/patient-search.ts';
import { listPatients, patientById, searchPatients, updatePatient } from '#server/data/patients/patients.ts';
import { Refused } from '#server/api-error.ts';
import type { BatchHandlers, Handlers } from '#server/http/serve.ts';
import { listedPatientsFor, maySeeContact, patientsFor } from '#server/policies/restricted.ts';
import { caseVisibility, patientVisibility } from '#server/policies/visibility.ts';
import { lockCasesOfPatient, recordPatientChange } from '#server/work/consents/changed-patient.ts';
import { openPatient } from '#server/work/cases/open-patient.ts';
import { exportBundle } from '#server/work/fhir/export-bundle.ts';
import { presentCase } from '#server/work/consents/view.ts';
import { sayAnotherPerson, undecidedDuplicates } from '#server/work/patients/possible-duplicates.ts';
import { createPatients, refuseFuture } from '#server/work/patients/create.ts';
import { presentChange, recordChange, recordConflict } from '#server/work/patients/history.ts';
import { changeStatus, followProtection, undoMerge } from '#server/work/patients/merge.ts';

type Names =
  | 'patientCreate'
  | 'patientUpdate'
  | 'patientUpdateStatus'
  | 'patientUnmerge'
  | 'patientAnother'
  | 'patientHistory'
  | 'patientConflict'
  | 'patientSearch'
  | 'patientGetDetails'
  | 'patientGetBundle'
  | 'patientGet';

export const patientsHandlers: Pick<Handlers, Names> = {
  async patientCreate(input, context) {
    const [answer] = await createPatients([{ input, context }]);
    if (answer === undefined) throw new Error('No patient was made of a call');
    return answer;
  },

  async patientUpdate({ id, version, reason = '', ...fields }, context) {
    const { db, actor, deps, now } = context;
    const cases = await lockCasesOfPatient(db, actor.organisationId, id, { isAll: fields.restricted !== undefined });
    const row = await openPatient(context, id, {
      lock: 'alone',
      refuse: async (found) => refuseStalePatient(context, found, version),
    });
    if (row.status === 'MERGED') throw new Refused('PATIENT_IS_MERGED');
    if (fields.dateOfBirth !== undefined) refuseFuture(fields.dateOfBirth, deps);
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
      { ...change, ...derivedColumns({ ...row, ...change }) },
    );
    await recordChange(context, {
      kind: 'UPDATED',
      before: row,
      after: changed,
      detail: reason === '' || changed.restricted === row.restricted ? {} : { reason },
    });
    if (changed.restricted !== row.restricted) await followProtection(context, changed, reason);
    await recordPatientChange({ db, deps, actor, now }, { cases, before: row, after: changed, reason });
    return { message: DONE.PATIENT_UPDATED, data: patientsFor(context)(changed) };
  },

  async patientUpdateStatus(input, context) {
    return { message: DONE.PATIENT_STATUS, data: patientsFor(context)(await changeStatus(context, input)) };
  },

  async patientUnmerge(input, context) {
    return { message: DONE.PATIENT_UNMERGED, data: patientsFor(context)(await undoMerge(context, input)) };
  },

  async patientAnother(input, context) {
    await sayAnotherPerson(context, input);
    return { message: DONE.PATIENT_ANOTHER, data: { id: input.id } };
  },

  async patientHistory({ id, page, limit }, context) {
    const { db, actor, deps } = context;
    const row = await patientById(db, patientVisibility(actor), id);
    if (row === undefined) throw new Refused('NOT_FOUND');
    const lines = await listPatientChanges(db, { organisationId: actor.organisationId, patientId: id }, { page, limit });
    const hidesReason = !maySeeContact(context);
    const reader = { chainKey: deps.chainKey, hidesContact: row.restricted && hidesReason, hidesReason };
    const isIntact = await isHistoryIntact(db, deps.chainKey, { organisationId: actor.organisationId, patientId: id });
    return { message: DONE.OK, data: { ...lines, isIntact, records: lines.records.map((each) => presentChange(each, reader)) } };
  },

  async patientConflict({ id, kind, fields, enteredAt }, context) {
    const row = await openPatient(context, id, { lock: 'alone' });
    await recordConflict(context, row, { kind, fields, enteredAt });
    return { message: DONE.OK, data: { id } };
  },

  async patientSearch({ search }, context) {
    const found = await searchPatients(context.db, patientVisibility(context.actor), search);
    return { message: DONE.OK, data: found.map(listedPatientsFor(context)) };
  },

  async patientGetDetails({ id }, context) {
    const { db, actor, deps } = context;
    const row = await patientById(db, patientVisibility(actor), id);
    if (row === undefined) throw new Refused('NOT_FOUND');
    const mayReadConsents = actor.permissions.includes('consents.read');
    const cases = mayReadConsents ? await summariesOfPatient(db, caseVisibility(actor), id) : [];
    return {
      message: DONE.OK,
      data: {
        patient: patientsFor(context)(row),
        records: cases.map((each) => presentCase(each, deps)),
        alike: await undecidedDuplicates(db, actor, row),
      },
    };
  },

  async patientGetBundle(input, context) {
    return exportBundle(context, input);
  },

  async patientGet(filter, context) {
    const page = await listPatients(context.db, patientVisibility(context.actor), filter);
    return { message: DONE.OK, data: { ...page, records: page.records.map(listedPatientsFor(context)) } };
  },
};

/** Of an envelope's new patients, all that come one after another are made as one. */
export const patientBatches: BatchHandlers = { patientCreate: createPatients };
