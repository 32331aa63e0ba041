import type { DeviceProof } from '#contract/devices.ts';
import { timingSafeEqual } from 'node:crypto';
import { lockDevice, storeDeviceSecret, type DeviceState } from '#server/data/sync/device-shares.ts';
import type { Db } from '#server/data/db.ts';
import { Refused } from '#server/api-error.ts';
import { sha256Hex } from '#server/sha256.ts';

/**
 * Admits a tablet that is locked in the transaction `db`. Its first secret stays its own; a session that began on one tablet never
 * becomes another's.
 *
 * @param boundTo - the tablet of the session
 * @throws Refused DEVICE_REVOKED on a blocked tablet, DEVICE_UNPROVEN without the secret of this one
 */
export async function proveDevice(
  db: Db,
  device: DeviceState,
  { deviceSecret, boundTo }: Pick<DeviceProof, 'deviceSecret'> & { boundTo: string | null },
): Promise<void> {
  if (device.revoked_at !== null) throw new Refused('DEVICE_REVOKED');
  if (!isProven(device, deviceSecret) || (boundTo !== null && boundTo !== device.id)) throw new Refused('DEVICE_UNPROVEN');
  if (device.secret_sha256 === null && deviceSecret !== undefined) await storeDeviceSecret(db, device, sha256Hex(deviceSecret));
}

/**
 * The tablet that a sign-in is bound to, by its id: null for a browser that names none, that is not registered yet, or whose secret is
 * another one.
 *
 * @throws Refused DEVICE_REVOKED for a blocked tablet, whatever its secret
 */
export async function deviceAtSignIn(db: Db, organisationId: string, proof: DeviceProof | undefined): Promise<string | null> {
  const device = proof === undefined ? undefined : await lockDevice(db, { organisationId, deviceId: proof.deviceId });
  if (device === undefined || proof === undefined) return null;
  if (device.revoked_at !== null) throw new Refused('DEVICE_REVOKED');
  return device.secret_sha256 !== null && isProven(device, proof.deviceSecret) ? device.id : null;
}

/** A tablet without a stored secret is taken at its word: it registered before there were secrets, or just now. */
function isProven({ secret_sha256: digest }: DeviceState, secret: string | undefined): boolean {
  if (digest === null) return true;
  return secret !== undefined && timingSafeEqual(Buffer.from(sha256Hex(secret)), Buffer.from(digest));
}
