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
