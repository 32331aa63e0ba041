import type { Env } from '#store/env.ts';

/** Key bytes, encrypted under another key. */
export type WrappedKey = { readonly iv: Uint8Array<ArrayBuffer>; readonly ct: ArrayBuffer };

/** Iterations of PBKDF2-SHA-256 for a new vault of the product [choice: OWASP 2023]; a vault's row stores its own number. */
export const PBKDF2_ROUNDS = 600_000;

/** Derives a wrapping key from a password. Slow on purpose: each guess costs as much. */
export async function keyFromPassword(password: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  const passwordKey = await crypto.subtle.importKey('raw', new TextEncoder().encode(password.normalize('NFC')), 'PBKDF2', false, [
    'deriveKey',
  ]);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return crypto.subtle.deriveKey(algorithm, passwordKey, AES, false, ['encrypt', 'decrypt']);
}

/** Derives a wrapping key from the server's share. @param share - 32 bytes, base64 */
export async function keyFromShare(share: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const raw = Uint8Array.from(atob(share), (letter) => letter.charCodeAt(0));
  const shareKey = await crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveKey']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode('assent vault share') };
  return crypto.subtle.deriveKey(algorithm, shareKey, AES, false, ['encrypt', 'decrypt']);
}

/** Imports key bytes as AES-256-GCM, not extractable: the key can be used and never read out. */
export async function importKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, AES, false, ['encrypt', 'decrypt']);
}

/** Encrypts key bytes. @param use - purpose, bound as AAD: the result opens for no other */
export async function wrap(
  outer: CryptoKey,
  raw: Uint8Array<ArrayBuffer>,
  { use, bytes }: { use: string } & Pick<Env, 'bytes'>,
): Promise<WrappedKey> {
  const iv = bytes(12);
  return { iv, ct: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: textBytes(use) }, outer, raw) };
}

/** Decrypts wrapped key bytes; null when the outer key or the purpose is another. */
export async function unwrap(outer: CryptoKey, { iv, ct }: WrappedKey, use: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const algorithm = { name: 'AES-GCM', iv, additionalData: textBytes(use) };
  // Wrong key and altered bytes are one answer on purpose: a guesser learns nothing.
  const raw = await crypto.subtle.decrypt(algorithm, outer, ct).catch(() => null);
  return raw === null ? null : new Uint8Array(raw);
}

const AES = { name: 'AES-GCM', length: 256 } as const;

function textBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
