import type { Planned } from '#domain/consents/identity-words.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { nullIfUnreadable } from '#store/crypto/seal.ts';
import { readCatalog } from '#store/db/catalog.ts';
import type { Store } from '#store/session/store.ts';
import { readCase } from '#store/views/cases.ts';
import { readConsent } from '#store/views/consents.ts';
import { readListing } from '#store/views/listing.ts';
import { readPatient } from '#store/views/patients.ts';
import * as v from 'valibot';

/** The patient and the form that an op is about, as far as this device knows them. */
export type OpSubject = {
  readonly patient: Patient | null;
  /** the case, and which of its versions the op is about; of a listing the newest */
  readonly consent: { readonly consentID: string; readonly recordID: string } | null;
  /** the procedures of a consent */
  readonly procedures: readonly Planned[];
  /** the library's names by a procedure's id, as far as this device has them */
  readonly library: Readonly<Record<string, string>>;
};

/** Returns a reader of subjects that reads no patient twice. Data that cannot be read counts as unknown. */
export function createSubjectReader(
  store: Store,
): (entityId: string, input: Readonly<Record<string, unknown>> | null) => Promise<OpSubject> {
  const patients = new Map<string, Promise<Patient | null>>();
  const patientOf = (id: string) => {
    const patient = patients.get(id) ?? readPatientOrNull(store, id);
    patients.set(id, patient);
    return patient;
  };
  const names = readLibraryNames(store);
  return async (entityId, input) => {
    const library = await names;
    const own = await patientOf(entityId);
    if (own !== null) return { patient: own, consent: null, procedures: [], library };
    const consent = (await readConsentOrNull(store, entityId)) ?? (await readNewestConsent(store, entityId));
    const listing = consent === null ? await nullIfUnreadable(readListing(store, entityId)) : null;
    const patientID = consent?.patientID ?? listing?.patientID ?? input?.['patientID'];
    return {
      patient: typeof patientID === 'string' ? await patientOf(patientID) : null,
      consent: consent === null ? null : { consentID: consent.consentID, recordID: consent.recordID },
      procedures: (consent?.draft.procedures ?? consent?.server?.procedures ?? []).flatMap((procedure) => {
        const { procedureID, side = null, site = '' } = procedure;
        const procedureName = 'procedureName' in procedure ? procedure.procedureName : library[procedureID];
        return procedureName === undefined ? [] : [{ procedureName, side, site }];
      }),
      library,
    };
  };
}

async function readPatientOrNull(store: Store, id: string): Promise<Patient | null> {
  return (await nullIfUnreadable(readPatient(store, id)))?.patient ?? null;
}

async function readConsentOrNull(store: Store, id: string) {
  return (await nullIfUnreadable(readConsent(store, id)))?.consent ?? null;
}

async function readNewestConsent(store: Store, recordID: string) {
  const newest = (await readCase(store, recordID))?.consents[0];
  return newest === undefined ? null : readConsentOrNull(store, newest.consentID);
}

const ProcedureNames = v.array(v.object({ procedureID: v.string(), procedureName: v.string() }));

async function readLibraryNames({ vault, device }: Store): Promise<OpSubject['library']> {
  const stored = await readCatalog(device, { subject: 'procedures', organisationId: vault.organisationId }, ProcedureNames);
  return Object.fromEntries((stored?.value ?? []).map(({ procedureID, procedureName }) => [procedureID, procedureName]));
}
