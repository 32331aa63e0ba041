import type { DeviceProof } from '#contract/devices.ts';

/** The longest wait for this tablet's id at a sign-in, ms [choice]: without storage, or while it is upgraded, it goes without. */
const WAIT = 2000;

/** This tablet's id and secret, to be named at a sign-in; nothing on a browser that has none, or whose storage does not answer. */
export async function deviceProof(): Promise<{ device?: DeviceProof }> {
  const proof = await Promise.race([readProof().catch(() => undefined), new Promise<undefined>((end) => setTimeout(end, WAIT))]);
  return proof === undefined ? {} : { device: proof };
}

async function readProof(): Promise<DeviceProof | undefined> {
  // The store comes with Dexie, which the sign-in screen does not wait for.
  const [{ knownDeviceIdentity }, { deviceDatabase, env }] = await Promise.all([
    import('#store/db/device-id.ts'),
    import('#src/device/env.ts'),
  ]);
  return knownDeviceIdentity(deviceDatabase(), env);
}
