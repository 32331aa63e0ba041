import { confirmSettings } from '#src/session/confirm-settings.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { readSummaries } from '#store/entities/summaries.ts';
import { saveCopies } from '#store/sync/pull.ts';
import { demoConsent, demoProcedure } from '#tests/store/demo-entities.ts';
import { cardOf, savePatientCards } from '#store/entities/search-pages.ts';
import { deviceId } from '#store/db/device-id.ts';
import { openDeviceDatabase } from '#store/db/device-database.ts';
import { uuidV7 } from '#domain/base/uuid-v7.ts';
import { EMPTY_PATIENT, type Patient } from '#domain/patients/patient.ts';
import type { Env } from '#store/env.ts';
import { openVaultDatabase } from '#store/db/vault-database.ts';
import { markVault } from '#store/db/vault-mark.ts';
import { openVaultWithShare } from '#store/vault/open.ts';
import { seal } from '#store/crypto/seal.ts';
import { PBKDF2_ROUNDS } from '#store/crypto/wrap.ts';
import type { Store } from '#store/session/store.ts';

// Runs in a page of the app, beside it, as one file that the benchmark brings: writes into the vault what would take hours by hand.

/** How much to write, and for whom; `share` is what `user/device` answered. */
export type Filling = {
  readonly userId: string;
  readonly share: string;
  /** patients as the server would have told them */
  readonly copies: number;
  /** cases of this clinician as the server would have told them, each with a patient of its own */
  readonly cases?: number;
  /** new patients that wait to be sent */
  readonly ops: number;
  /** the last name of the new patients, before their number */
  readonly lastName: string;
};

const env: Env = {
  now: Date.now,
  newId: () => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
  random: Math.random,
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  passwordRounds: PBKDF2_ROUNDS,
};

/** @returns how long each waiting patient took to be on the disk, ms */
async function fillVault({ userId, share, copies, cases = 0, ops, lastName }: Filling): Promise<number[]> {
  const device = openDeviceDatabase();
  const opening = await openVaultWithShare(device, { userId, share }, env);
  if (opening.kind !== 'open') throw new Error(`The vault is ${opening.kind}`);
  const { vault } = opening;
  const db = openVaultDatabase(vault.userHash, { letGo: async () => undefined, onBlocked: () => undefined });
  await markVault(db);
  const id = await deviceId(device, env.newId);
  const store: Store = {
    device,
    db,
    vault,
    deviceId: id,
    env,
    clockOffset: () => 0,
    confirmSettings,
    patientLanguages: () => [],
    onUnsentCount: () => undefined,
  };
  await keepPatients(store, copies);
  await keepCases(store, { cases, userId, lastName });
  const took: number[] = [];
  for (let nth = 1; nth <= ops; nth += 1) {
    const began = performance.now();
    const name = { firstName: 'Test', lastName: `${lastName}-${nth}-${env.newId().slice(-6)}` };
    // A hospital's patients share few birth dates: the server compares a new one with those of their date.
    const dateOfBirth = new Date(Date.UTC(1930, 0, 1) + nth * 97 * 86_400_000).toISOString().slice(0, 10);
    await enqueue(store, { call: 'patientCreate', input: { ...name, dateOfBirth, id: env.newId() } });
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
        ...(await seal(vault.synced, { table: 'patients', id: patient.id }, patient, env)),
        id: patient.id,
        patientId: patient.id,
        state: 'synced' as const,
        updatedAt: env.now(),
        serverVersion: 1,
        localRev: 1,
      })),
    );
    await db.patients.bulkPut(rows);
  }
  if (count > 0) await savePatientCards(store, patients.map(cardOf));
}

async function keepCases(
  store: Store,
  { cases, userId, lastName }: { cases: number; userId: string; lastName: string },
): Promise<void> {
  for (let nth = 0; nth < cases; nth += 1) {
    const patient = { ...patientOf(nth, store.vault.organisationId), lastName: `${lastName}-${nth}` };
    const ids = { consentID: env.newId(), recordID: env.newId(), patientID: patient.id };
    const procedures = [demoProcedure({ procedureID: env.newId(), side: 'LEFT', alternatives: ['No treatment', 'Tablets'] })];
    // The list shows what changed last.
    const updatedAt = new Date(env.now()).toISOString();
    const consent = demoConsent({
      ...ids,
      updatedAt,
      procedures,
      clinician: { _id: userId, name: 'Demo Clinician' },
      status: 'DRAFT',
    });
    const changes = [
      { entity: 'patient', id: patient.id, version: 1, data: patient },
      { entity: 'consent', id: consent.consentID, version: 1, data: consent },
    ] as const;
    await saveCopies(store, changes, null);
  }
  // A list that was on screen has made the summaries by now.
  if (cases > 0) await readSummaries(store);
}

const FIRST = ['Amber', 'Bruno', 'Celia', 'Dorian', 'Esme', 'Felix', 'Greta', 'Hugo', 'Iris', 'Jonas'];
const LAST = ['Rowan', 'Maple', 'Alder', 'Hazel', 'Willow', 'Linden', 'Aspen', 'Cedar', 'Juniper', 'Laurel'];

function patientOf(nth: number, organisationID: string): Patient {
  const at = new Date(Date.UTC(1930 + (nth % 80), nth % 12, 1 + (nth % 28))).toISOString();
  return {
    ...EMPTY_PATIENT,
    id: env.newId(),
    recordID: `P-${String(100_000 + nth)}`,
    firstName: FIRST[nth % 10] ?? '',
    lastName: `Demo-${LAST[Math.floor(nth / 10) % 10] ?? ''}-${nth}`,
    dateOfBirth: at.slice(0, 10),
    hospitalNumber: `H${nth}`,
    phoneNumber: '07700900000',
    organisationID,
    status: 'ACTIVE',
    mergedInto: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}

Object.assign(globalThis, { fillVault });
