import type { Planned } from '#domain/identity-words.ts';
import type { Patient } from '#domain/patient.ts';
import type { Store } from '#store/store.ts';
import * as v from 'valibot';
import { thisDevice } from '#src/held/this-device.ts';

/** Whom and what an item of the queue is about, as far as this tablet knows. */
export type About = {
  readonly patient: Patient | null;
  /** the case, and which of its versions this is about; of a listing the newest */
  readonly consent: { readonly consentID: string; readonly recordID: string } | null;
  /** the procedures of a consent */
  readonly procedures: readonly Planned[];
  /** the library's names by a procedure's id, as far as this tablet has them */
  readonly library: Readonly<Record<string, string>>;
};

/** Finds out whom items are about, and reads nobody twice. What cannot be read is not known. */
export function aboutIn(store: Store): (entityId: string, input: Readonly<Record<string, unknown>> | null) => Promise<About> {
  const patients = new Map<string, Promise<Patient | null>>();
  const patientOf = (id: string) => {
    const known = patients.get(id) ?? readPatientHere(store, id);
    patients.set(id, known);
    return known;
  };
  const names = libraryNames(store);
  return async (entityId, input) => {
    const library = await names;
    const own = await patientOf(entityId);
    if (own !== null) return { patient: own, consent: null, procedures: [], library };
    const consent = (await readConsentHere(store, entityId)) ?? (await readNewestHere(store, entityId));
    const patientID = consent?.patientID ?? (await readListingHere(store, entityId))?.patientID ?? input?.['patientID'];
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

async function readPatientHere(store: Store, id: string): Promise<Patient | null> {
  const [{ readPatient }, { readable }] = await Promise.all([import('#store/patients.ts'), import('#store/vault/seal.ts')]);
  return (await readable(readPatient(store, id)))?.patient ?? null;
}

async function readConsentHere(store: Store, id: string) {
  const [{ readConsent }, { readable }] = await Promise.all([import('#store/consents.ts'), import('#store/vault/seal.ts')]);
  return (await readable(readConsent(store, id)))?.consent ?? null;
}

/** The newest version of a case. */
async function readNewestHere(store: Store, recordID: string) {
  const { readCase } = await import('#store/cases.ts');
  const newest = (await readCase(store, recordID))?.consents[0];
  return newest === undefined ? null : readConsentHere(store, newest.consentID);
}

async function readListingHere(store: Store, id: string) {
  const [{ readListing }, { readable }] = await Promise.all([import('#store/listing.ts'), import('#store/vault/seal.ts')]);
  return readable(readListing(store, id));
}

const Named = v.array(v.object({ procedureID: v.string(), procedureName: v.string() }));

async function libraryNames({ vault }: Store): Promise<About['library']> {
  const { readCatalog } = await import('#store/catalog.ts');
  const kept = await readCatalog(thisDevice(), { subject: 'procedures', organisationId: vault.organisationId }, Named);
  return Object.fromEntries((kept?.value ?? []).map(({ procedureID, procedureName }) => [procedureID, procedureName]));
}
