import { createPatient } from '#store/patients.ts';
import { cardOf, keepCards } from '#store/card-pages.ts';
import { deviceId } from '#store/device-id.ts';
import { openDevice } from '#store/device.ts';
import { uuidV7 } from '#domain/uuid-v7.ts';
import type { Patient } from '#domain/patient.ts';
import type { Means } from '#store/means.ts';
import { openVaultDatabase } from '#store/vault-database.ts';
import { openWithShare } from '#store/vault/vault.ts';
import { seal } from '#store/vault/seal.ts';
import type { Store } from '#store/store.ts';

// Runs in a page of the app, beside it, as one file that the benchmark brings: writes into the vault what would take hours by hand.

/** How much to write, and for whom; `share` is what `user/device` answered. */
export type Filling = {
  readonly userId: string;
  readonly share: string;
  /** patients as the server would have told them */
  readonly copies: number;
  /** new patients that wait to be sent */
  readonly ops: number;
  /** what those are called, before their number */
  readonly lastName: string;
};

const means: Means = {
  now: Date.now,
  newId: () => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
  random: Math.random,
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
};

/** @returns how long each waiting patient took to be on the disk, ms */
async function fillVault({ userId, share, copies, ops, lastName }: Filling): Promise<number[]> {
  const device = openDevice();
  const opening = await openWithShare(device, { userId, share }, means);
  if (opening.kind !== 'open') throw new Error(`The vault is ${opening.kind}`);
  const { vault } = opening;
  const db = openVaultDatabase(vault.userHash, { letGo: async () => undefined, onBlocked: () => undefined });
  const id = await deviceId(device, means.newId);
  const store: Store = { device, db, vault, deviceId: id, means, clockOffset: () => 0, onUnsent: () => undefined };
  await keepPatients(store, copies);
  const took: number[] = [];
  for (let nth = 1; nth <= ops; nth += 1) {
    const began = performance.now();
    await createPatient(store, {
      firstName: 'Test',
      lastName: `${lastName}-${nth}-${means.newId().slice(-6)}`,
      dateOfBirth: '1950-03-14',
    });
    took.push(performance.now() - began);
  }
  db.close();
  device.close();
  return took;
}

async function keepPatients(store: Store, count: number): Promise<void> {
  const { db, vault } = store;
  const patients = Array.from({ length: count }, (_, nth) => patientOf(nth, vault.organisationId));
  for (let from = 0; from < count; from += 500) {
    const rows = await Promise.all(
      patients.slice(from, from + 500).map(async (patient) => ({
        ...(await seal(vault.synced, { table: 'patients', id: patient.id }, patient, means)),
        id: patient.id,
        patientId: patient.id,
        state: 'synced' as const,
        updatedAt: means.now(),
        serverVersion: 1,
        localRev: 1,
      })),
    );
    await db.patients.bulkPut(rows);
  }
  if (count > 0) await keepCards(store, patients.map(cardOf));
}

const FIRST = ['Amber', 'Bruno', 'Celia', 'Dorian', 'Esme', 'Felix', 'Greta', 'Hugo', 'Iris', 'Jonas'];
const LAST = ['Rowan', 'Maple', 'Alder', 'Hazel', 'Willow', 'Linden', 'Aspen', 'Cedar', 'Juniper', 'Laurel'];

function patientOf(nth: number, organisationID: string): Patient {
  const at = new Date(Date.UTC(1930 + (nth % 80), nth % 12, 1 + (nth % 28))).toISOString();
  return {
    id: means.newId(),
    recordID: `P-${String(100_000 + nth)}`,
    firstName: FIRST[nth % 10] ?? '',
    lastName: `Demo-${LAST[Math.floor(nth / 10) % 10] ?? ''}-${nth}`,
    dateOfBirth: at.slice(0, 10),
    nhsNumber: null,
    hospitalNumber: `H${nth}`,
    sex: null,
    emailAddress: null,
    phoneNumber: '07700900000',
    address: null,
    communication: { language: 'en', interpreterNeeded: false, format: 'STANDARD' },
    organisationID,
    status: 'ACTIVE',
    mergedInto: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}

Object.assign(globalThis, { fillVault });
