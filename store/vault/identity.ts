import type { Device } from '../device.ts';
import { fromHex, toHex } from '../hex.ts';
import type { Means } from '../means.ts';

/** A person's name on this device: tells nobody who it is, and differs on every device. */
export async function userHash(device: Device, userId: string, means: Pick<Means, 'bytes'>): Promise<string> {
  return hashOn(device, `user|${userId}`, means);
}

/** A sign-in's email as this device knows it. */
export async function loginHash(device: Device, email: string, means: Pick<Means, 'bytes'>): Promise<string> {
  return hashOn(device, `login|${email.trim().toLowerCase()}`, means);
}

async function hashOn(device: Device, text: string, means: Pick<Means, 'bytes'>): Promise<string> {
  const way = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', fromHex(await deviceSalt(device, means)), way, false, ['sign']);
  return toHex(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
}

// Made once and kept: several tabs that ask at the same time get the same one.
async function deviceSalt(device: Device, { bytes }: Pick<Means, 'bytes'>): Promise<string> {
  return device.transaction('rw', device.meta, async () => {
    const kept = await device.meta.get('salt');
    if (kept !== undefined) return kept.value;
    const value = toHex(bytes(32));
    await device.meta.add({ key: 'salt', value });
    return value;
  });
}
