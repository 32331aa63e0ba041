import 'fake-indexeddb/auto';
import type { Patient } from '#domain/patients/patient.ts';
import { ContactNotStored } from '#store/outbox/enqueue.ts';
import type { Store } from '#store/session/store.ts';
import { pullChanges, saveCopies } from '#store/sync/pull.ts';
import { readPatient } from '#store/views/patients.ts';
import { updatePatient } from '#tests/store/app-calls.ts';
import { pages, patientChange } from '#tests/store/change-pages.ts';
import { openDemoStore, openWorld } from '#tests/store/world.ts';
import { expect, test } from 'vitest';

const PATIENT = '0190f3a0-0000-7000-8000-0000000000f1';
const CONTACT = { emailAddress: 'amber@example.org', phoneNumber: '01632 960777', address: '1 Demo Road' };
const LEFT_OUT = { contactHidden: true } as const;

const openTablet = () => openDemoStore(openWorld());
const copyOf = async (store: Store): Promise<Partial<Patient>> => {
  const { phoneNumber, contactHidden } = (await readPatient(store, PATIENT))!.patient;
  return { phoneNumber, contactHidden };
};

test('a list that leaves contact details out empties no copy that has them, and an answer with them fills one that has none', async () => {
  const store = await openTablet();
  await saveCopies(store, [patientChange({ id: PATIENT, ...LEFT_OUT })], null);
  expect(await copyOf(store)).toEqual({ phoneNumber: null, contactHidden: true });
  await saveCopies(store, [patientChange({ id: PATIENT, ...CONTACT })], null);
  expect(await copyOf(store)).toEqual({ phoneNumber: CONTACT.phoneNumber, contactHidden: undefined });
  await saveCopies(store, [patientChange({ id: PATIENT, ...LEFT_OUT })], null);
  expect(await copyOf(store)).toEqual({ phoneNumber: CONTACT.phoneNumber, contactHidden: undefined });
});

test('a pull that leaves contact details out takes them from the tablet', async () => {
  const store = await openTablet();
  await saveCopies(store, [patientChange({ id: PATIENT, ...CONTACT })], null);
  await pullChanges(store, pages({ changes: [patientChange({ id: PATIENT, ...LEFT_OUT })] }).fetchPage);
  expect(await copyOf(store)).toEqual({ phoneNumber: null, contactHidden: true });
});

test.each(Object.entries(CONTACT))(
  '%s that was left out is not changed on the tablet, and other fields are',
  async (field, value) => {
    const store = await openTablet();
    await saveCopies(store, [patientChange({ id: PATIENT, ...LEFT_OUT })], null);
    for (const each of [value, null])
      await expect(updatePatient(store, PATIENT, { [field]: each })).rejects.toThrow(ContactNotStored);
    await updatePatient(store, PATIENT, { sex: 'FEMALE' });
    // It stays so while the change waits.
    expect((await readPatient(store, PATIENT))!.patient).toMatchObject({ sex: 'FEMALE', ...LEFT_OUT });
  },
);
