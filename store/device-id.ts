import type { Device } from './device.ts';

/**
 * This device's id, made once and kept. Several tabs that ask at the same time get the same one.
 *
 * @param newId - makes a UUID
 */
export async function deviceId(device: Device, newId: () => string): Promise<string> {
  return device.transaction('rw', device.meta, async () => {
    const kept = await device.meta.get('deviceId');
    if (kept !== undefined) return kept.value;
    const value = newId();
    await device.meta.add({ key: 'deviceId', value });
    return value;
  });
}

/** Notes which build runs here. @returns the build that ran before, or null on a new device */
export async function noteBuild(device: Device, build: string): Promise<string | null> {
  return device.transaction('rw', device.meta, async () => {
    const before = await device.meta.get('build');
    await device.meta.put({ key: 'build', value: build });
    return before?.value ?? null;
  });
}
