import type { ConfirmSettings } from '#domain/cases/confirm-state.ts';
import 'fake-indexeddb/auto';
import { uuidV7 } from '#domain/base/uuid-v7.ts';
import { openDeviceDatabase, type DeviceDatabase } from '#store/db/device-database.ts';
import type { Env } from '#store/env.ts';
import { settled } from '#store/db/read-row.ts';
import type { Store } from '#store/session/store.ts';
import { markVault } from '#store/db/vault-mark.ts';
import { openVaultDatabase } from '#store/db/vault-database.ts';
import { openVaultAtSignIn, openVaultWithShare, type VaultOwner, type Vault } from '#store/vault/open.ts';

/** The moment at which a test's clock starts, epoch ms. */
const START = Date.parse('2026-08-06T14:05:00.000Z');

/** PBKDF2 rounds of a test's vaults: the product's 600,000 would be most of what these tests do. */
export const TEST_ROUNDS = 1000;

/** A device of a test: its time stands still but for what the test adds. */
export type World = {
  readonly device: DeviceDatabase;
  readonly env: Env;
  readonly clock: { now: number };
  /** the number of unsent items that the sign-in screen was last given */
  unsent: number;
};

/** The defaults of a server. */
const CONFIRM_SETTINGS: ConfirmSettings = { confirmAfterDays: 84, lapseAfterDays: 182, timeZone: 'Europe/London' };

const randomByte = (random: () => number) => Math.floor(random() * 256);
let worldCount = 0;

/** @param random - of everything that is left to chance here */
export function openWorld(random: () => number = Math.random): World {
  const clock = { now: START };
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => randomByte(random));
  worldCount += 1;
  return {
    device: openDeviceDatabase(`device-${worldCount}-${Math.floor(Math.random() * 1e9)}`),
    env: { now: () => clock.now, random, bytes, newId: () => uuidV7(clock.now, bytes(10)), passwordRounds: TEST_ROUNDS },
    clock,
    unsent: 0,
  };
}

/** A demo clinician who has just signed in. */
export function demoPerson(change: Partial<VaultOwner> = {}): VaultOwner {
  return {
    userId: '0190f3a0-0000-7000-8000-000000000001',
    email: 'clinician@demo.nhs.uk',
    displayName: 'Demo Clinician',
    organisationId: '0190f3a0-0000-7000-8000-0000000000aa',
    password: 'Demo2026!',
    share: btoa('0123456789abcdef0123456789abcdef'),
    ...change,
  };
}

/** The vault of somebody who has just signed in; the second time the share alone opens it. */
export async function openDemoVault({ device, env }: World, person = demoPerson()): Promise<Vault> {
  const opened = await openVaultWithShare(device, person, env);
  const opening = opened.kind === 'none' ? await openVaultAtSignIn(device, person, env) : opened;
  if (opening.kind !== 'open') throw new Error(`The vault is ${opening.kind}`);
  return opening.vault;
}

/** The store of somebody who has just signed in. */
export async function openDemoStore(world: World, person = demoPerson()): Promise<Store> {
  const vault = await openDemoVault(world, person);
  const db = openVaultDatabase(vault.userHash, { letGo: async () => {}, onBlocked: () => {} });
  await markVault(db);
  return {
    device: world.device,
    db,
    vault,
    deviceId: '0190f3a0-0000-7000-8000-00000000dede',
    env: world.env,
    clockOffset: () => 250,
    confirmSettings: () => CONFIRM_SETTINGS,
    patientLanguages: () => ['cy', 'ar'],
    onUnsentCount: (count) => void (world.unsent = count),
  };
}

/** Everything that lies in a database, as one text in which a word would be found. */
export async function everythingIn(name: string): Promise<string> {
  const opening = indexedDB.open(name);
  const db = await settled(opening);
  const parts: string[] = [];
  for (const table of db.objectStoreNames) {
    const rows = await settled(db.transaction(table).objectStore(table).getAll());
    parts.push(JSON.stringify(rows, (_, value: unknown) => (isBytes(value) ? new TextDecoder('latin1').decode(value) : value)));
  }
  db.close();
  return parts.join('\n');
}

function isBytes(value: unknown): value is ArrayBuffer | Uint8Array {
  return value instanceof ArrayBuffer || value instanceof Uint8Array;
}
