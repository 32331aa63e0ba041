import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { Store } from '#store/session/store.ts';
import { saveCopies } from '#store/sync/pull.ts';
import { demoConsent, demoPatient } from './demo-entities.ts';

/** Caches a version and its patient, as after a user has opened them. */
export async function fetchConsent(store: Store, change: Partial<Consent> = {}) {
  const ids = { consentID: store.env.newId(), recordID: store.env.newId(), patientID: store.env.newId() };
  const patient = demoPatient({ id: ids.patientID });
  const data = demoConsent({ ...ids, ...change });
  await saveCopies(
    store,
    [
      { entity: 'patient', id: patient.id, version: patient.version, data: patient },
      { entity: 'consent', id: data.consentID, version: data.version, data },
    ],
    null,
  );
  return ids;
}
