import type { DeviceDatabase } from '#store/db/device-database.ts';
import { fromHex, toHex } from '#contract/engine/hex.ts';
import type { Env } from '#store/env.ts';

/** Keyed hash of a user id: names a vault without naming the user, and differs on every device. */
export async function userHash(device: DeviceDatabase, userId: string, env: Pick<Env, 'bytes'>): Promise<string> {
  return hashOn(device, `user|${userId}`, env);
}

/** Keyed hash of a sign-in's email, trimmed and in lower case: an offline unlock finds its vault by it. */
export async function loginHash(device: DeviceDatabase, email: string, env: Pick<Env, 'bytes'>): Promise<string> {
  return hashOn(device, `login|${email.trim().toLowerCase()}`, env);
}

async function hashOn(device: DeviceDatabase, text: string, env: Pick<Env, 'bytes'>): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', fromHex(await deviceSalt(device, env)), algorithm, false, ['sign']);
  return toHex(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
}

// Created at the first call; the transaction gives concurrent tabs the same one.
async function deviceSalt(device: DeviceDatabase, { bytes }: Pick<Env, 'bytes'>): Promise<string> {
  return device.transaction('rw', device.meta, async () => {
    const existing = await device.meta.get('salt');
    if (existing !== undefined) return existing.value;
    const value = toHex(bytes(32));
    await device.meta.add({ key: 'salt', value });
    return value;
  });
}
