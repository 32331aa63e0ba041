import type { DeviceProof } from '#contract/devices.ts';
import type { Env } from '#store/env.ts';
import type { DeviceDatabase } from './device-database.ts';

/**
 * Reads this device's id, and creates it at the first call. The transaction gives concurrent tabs the same one.
 *
 * @param newId - creates a UUID
 */
export async function deviceId(device: DeviceDatabase, newId: () => string): Promise<string> {
  return device.transaction('rw', device.meta, async () => {
    const existing = await device.meta.get('deviceId');
    if (existing !== undefined) return existing.value;
    const value = newId();
    await device.meta.add({ key: 'deviceId', value });
    return value;
  });
}

/**
 * Reads this device's id and the secret that proves it, and creates what is missing. Both lie unsealed, as the id is needed before a
 * vault is open: they tell the server which tablet this is, and open nothing.
 */
export async function deviceIdentity(
  device: DeviceDatabase,
  { newId, bytes }: Pick<Env, 'newId' | 'bytes'>,
): Promise<Required<DeviceProof>> {
  return device.transaction('rw', device.meta, async () => {
    const id = await deviceId(device, newId);
    const existing = await device.meta.get('deviceSecret');
    if (existing !== undefined) return { deviceId: id, deviceSecret: existing.value };
    const value = btoa(String.fromCharCode(...bytes(32)));
    await device.meta.add({ key: 'deviceSecret', value });
    return { deviceId: id, deviceSecret: value };
  });
}

/** As {@link deviceIdentity}, for a device that has an id: a sign-in that may fail creates none. */
export async function knownDeviceIdentity(
  device: DeviceDatabase,
  env: Pick<Env, 'newId' | 'bytes'>,
): Promise<DeviceProof | undefined> {
  return (await device.meta.get('deviceId')) === undefined ? undefined : deviceIdentity(device, env);
}
