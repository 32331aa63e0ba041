import 'fake-indexeddb/auto';
import { localOutbox } from '#src/offline/local/outbox.ts';
import { openPatientSearch } from '#tests/support/people/patient-search.ts';
import { createConsent, createPatient, signConsent } from '#tests/store/app-calls.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { expect, test as base } from 'vitest';

const test = base.extend(storeFixtures);

test('a new patient that waits names the case whose signature waits behind it', async ({ store }) => {
  const patientID = await createPatient(store);
  const { consentID, recordID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  const outbox = localOutbox({
    userId: '',
    store,
    cards: await openPatientSearch(store),
    wake: () => {},
    pull: async () => {},
    isCurrent: () => true,
  });
  const [patientOp] = await store.db.ops.orderBy('seq').toArray();
  expect(await outbox.item(patientOp!.opId)).toMatchObject({ behind: 1, signedBehind: [] });
  await signConsent(store, {
    consentID,
    role: 'PATIENT',
    name: 'Amber Demo-Rowan',
    method: 'TYPED',
    typedName: 'Amber Demo-Rowan',
    statement: 'I agree',
    contentDigest: 'd'.repeat(64),
    capturedAt: new Date(store.env.now()).toISOString(),
  });
  expect(await outbox.item(patientOp!.opId)).toMatchObject({ behind: 2, signedBehind: [{ recordID, role: 'PATIENT' }] });
});
