import 'fake-indexeddb/auto';
import { Unreachable } from '#contract/engine/call.ts';
import type { Change } from '#contract/sync.ts';
import { createLocalData } from '#src/offline/local/local-data.ts';
import { openPatientSearch } from '#tests/support/people/patient-search.ts';
import { saveProfile } from '#store/session/profile.ts';
import { pullChanges } from '#store/sync/pull.ts';
import { createPatient, updatePatient } from '#tests/store/app-calls.ts';
import { demoConsent, demoPatient, demoPatientDraft, demoProcedure, demoUser } from '#tests/store/demo-entities.ts';
import { on, TODAY } from '#tests/store/listed-cases.ts';
import { openDemoStore, openWorld } from '#tests/store/world.ts';
import { expect, test, vi } from 'vitest';

const failure = new Unreachable('No network');
const answer = { data: null, failure };

/** Decrypts and transactions of each read, in a tab that has just opened the vault. */
async function readCounts(caseCount: number): Promise<Record<string, { decrypts: number; transactions: number }>> {
  const world = openWorld();
  const first = await openDemoStore(world);
  await saveProfile(first, demoUser);
  const ids = Array.from({ length: caseCount }, () => ({
    consentID: world.env.newId(),
    recordID: world.env.newId(),
    patientID: world.env.newId(),
  }));
  const procedures = [demoProcedure({ procedureID: '0190f3a0-0000-7000-8000-0000000000b1' })];
  const changes = ids.flatMap(({ consentID, recordID, patientID }): Change[] => [
    { entity: 'patient', id: patientID, version: 1, data: demoPatient({ id: patientID }) },
    { entity: 'consent', id: consentID, version: 1, data: demoConsent({ consentID, recordID, patientID, procedures }) },
    {
      entity: 'listed',
      id: recordID,
      version: 1,
      data: {
        recordID,
        patientID,
        currentConsentID: consentID,
        inForceConsentID: null,
        listed: on(TODAY),
        listedBy: null,
        listedAt: null,
        light: 'RED',
        reason: 'No consent yet',
        version: 1,
      },
    },
  ]);
  await pullChanges(first, async () => ({ message: '', changes, cursor: 'end', more: false, dataEpoch: 'one' }));
  const counts: Record<string, { decrypts: number; transactions: number }> = {};
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  // The first list after a pull makes the summaries.
  await localDataOf(first).cases.needs();
  for (const [name, read] of Object.entries(readsOf(ids[0]!))) {
    const store = await openDemoStore(world);
    const local = localDataOf(store, await openPatientSearch(store));
    decrypt.mockClear();
    transaction.mockClear();
    await read(local);
    counts[name] = { decrypts: decrypt.mock.calls.length, transactions: transaction.mock.calls.length };
    store.db.close();
  }
  vi.restoreAllMocks();
  first.db.close();
  return counts;
}

type Local = ReturnType<typeof createLocalData>;

function localDataOf(
  store: Awaited<ReturnType<typeof openDemoStore>>,
  cards: Awaited<ReturnType<typeof openPatientSearch>> = {} as never,
): Local {
  const context = { userId: demoUser._id, store, cards, wake: () => {}, pull: async () => {}, isCurrent: () => true };
  return createLocalData(context);
}

function readsOf({ consentID, recordID, patientID }: Record<'consentID' | 'recordID' | 'patientID', string>) {
  const list = { page: 1, search: '', status: 'ALL' } as const;
  return {
    home: async ({ cases, listings }: Local) => {
      await cases.needs();
      expect((await listings.coming(TODAY)).rows.length).toBeGreaterThan(0);
    },
    cases: async ({ lists }: Local) => {
      expect((await lists.records({ ...list, duration: 'ALL' }, answer)).records.length).toBeGreaterThan(0);
    },
    consents: async ({ lists }: Local) => {
      expect((await lists.consents({ ...list, isMine: false }, answer)).records.length).toBeGreaterThan(0);
    },
    case: async ({ cases }: Local) => {
      expect((await cases.details(recordID, answer)).consents).toHaveLength(1);
    },
    patient: async ({ patients }: Local) => {
      expect((await patients.details(patientID, answer)).records).toHaveLength(1);
    },
    handover: async ({ cases, handovers }: Local) => {
      const consent = (await cases.consent(consentID))!;
      await handovers.hasUnsent(consent);
      await handovers.signerDetails({ consent, role: 'PATIENT', organisation: {} as never });
    },
  };
}

test('no read decrypts more, and none makes more transactions, with five hundred cases on the tablet than with 25', async () => {
  const few = await readCounts(25);
  const many = await readCounts(500);
  expect(many).toEqual(few);
  // The version, its patient, its place on a list, the profile; and with the profile the one page of summaries on which the patient's stand.
  expect(many['case']?.decrypts).toBeLessThanOrEqual(6);
});

test('each letter of a search decrypts the unsent patients that have changed since the letter before', async () => {
  const world = openWorld();
  const store = await openDemoStore(world);
  const ids = [];
  for (const lastName of ['Demo-one', 'Demo-two', 'Demo-three'])
    ids.push(await createPatient(store, { ...demoPatientDraft, lastName }));
  const { patients } = localDataOf(store, await openPatientSearch(store));
  const list = { page: 1, status: 'ALL' } as const;
  const found = async (search: string) =>
    (await patients.page({ ...list, search }, answer)).records.map(({ lastName }) => lastName);
  expect(await found('demo')).toHaveLength(3);
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
  expect(await found('demo-t')).toEqual(['Demo-three', 'Demo-two']);
  expect(decrypt).not.toHaveBeenCalled();
  await updatePatient(store, ids[1]!, { lastName: 'Demo-other' });
  decrypt.mockClear();
  expect(await found('demo-t')).toEqual(['Demo-three']);
  expect(decrypt).toHaveBeenCalledOnce();
  expect(await found('demo-o')).toEqual(['Demo-one', 'Demo-other']);
  vi.restoreAllMocks();
  store.db.close();
});
