import type { Means } from '../means.ts';

/** Key bytes, sealed under another key. */
export type Wrap = { readonly iv: Uint8Array<ArrayBuffer>; readonly ct: ArrayBuffer };

/** Rounds of PBKDF2-SHA-256; each vault keeps the number that it was made with [choice: OWASP 2023]. */
export const ROUNDS = 600_000;

/** The key that a password makes. Slow on purpose. */
export async function keyOfPassword(password: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(password.normalize('NFC')), 'PBKDF2', false, [
    'deriveKey',
  ]);
  const way = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return crypto.subtle.deriveKey(way, typed, AES, false, ['encrypt', 'decrypt']);
}

/** The key that the server's share makes. @param share - 32 bytes, base64 */
export async function keyOfShare(share: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const raw = Uint8Array.from(atob(share), (letter) => letter.charCodeAt(0));
  const given = await crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveKey']);
  const way = { name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode('assent vault share') };
  return crypto.subtle.deriveKey(way, given, AES, false, ['encrypt', 'decrypt']);
}

/** Key bytes in use: AES-256-GCM that can be used and never read out. */
export async function keyOfBytes(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, AES, false, ['encrypt', 'decrypt']);
}

/** @param use - what the wrap is for; it opens for nothing else */
export async function wrap(
  outer: CryptoKey,
  raw: Uint8Array<ArrayBuffer>,
  { use, bytes }: { use: string } & Pick<Means, 'bytes'>,
): Promise<Wrap> {
  const iv = bytes(12);
  return { iv, ct: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: textBytes(use) }, outer, raw) };
}

/** The wrapped bytes, or null when the outer key is the wrong one. */
export async function unwrap(outer: CryptoKey, { iv, ct }: Wrap, use: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const way = { name: 'AES-GCM', iv, additionalData: textBytes(use) };
  // Wrong key and altered bytes are one answer on purpose: a guesser learns nothing.
  const raw = await crypto.subtle.decrypt(way, outer, ct).catch(() => null);
  return raw === null ? null : new Uint8Array(raw);
}

const AES = { name: 'AES-GCM', length: 256 } as const;

function textBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
