import { openDeviceDatabase, type DeviceDatabase } from '#store/db/device-database.ts';
import { PBKDF2_ROUNDS } from '#store/crypto/wrap.ts';
import { steadyNow } from './clock.ts';
import { newId } from './new-id.ts';
import type { Env } from '#store/env.ts';

let device: DeviceDatabase | undefined;

/** The store of this device, opened at the first need. */
export function deviceDatabase(): DeviceDatabase {
  device ??= openDeviceDatabase();
  return device;
}

/** As {@link env} for the opening of vaults: a clock that jumps shortens nobody's twelve hours, and no pause between attempts. */
export function vaultEnv(): Env {
  return { ...env, now: steadyNow };
}

/** Clock, ids and randomness of this browser for the store. */
export const env: Env = {
  now: Date.now,
  newId,
  random: Math.random,
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  passwordRounds: PBKDF2_ROUNDS,
};
