import type { Env } from '#store/env.ts';
import { SCHEMA_VERSION, upcast } from './upcast.ts';

/** A data key: AES-256-GCM, not extractable. A sealed row names its key by `keyId`. */
export type DataKey = { readonly keyId: string; readonly key: CryptoKey };

/** The two data keys of an open vault: `local` seals unsent work, `synced` seals cached copies of the server's data. */
export type Keys = { readonly local: DataKey; readonly synced: DataKey };

/** A sealed value. `sv` is the schema version of the plaintext. */
export type Sealed = {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly ct: ArrayBuffer;
  readonly keyId: string;
  readonly sv: number;
};

/** The table and row id that a ciphertext is bound to (as AAD): it opens nowhere else, so that two rows cannot be swapped. */
export type SealContext = { readonly table: string; readonly id: string };

/** The ciphertext is altered or belongs to another row: this row is lost, and no other. */
export class Damaged extends Error {
  override name = 'Damaged';
}

/** The data key was destroyed at sign-out (crypto-erase): nobody can read this row again. */
export class KeyForgotten extends Error {
  override name = 'KeyForgotten';
}

/** Seals any JSON value for one row. */
export async function seal(
  { keyId, key }: DataKey,
  context: SealContext,
  value: unknown,
  { bytes }: Pick<Env, 'bytes'>,
): Promise<Sealed> {
  const iv = bytes(12);
  const plain = new TextEncoder().encode(JSON.stringify(value));
  const ct = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: aad(context, keyId, SCHEMA_VERSION) },
    key,
    plain,
  );
  return { iv, ct, keyId, sv: SCHEMA_VERSION };
}

/**
 * Opens a value that was sealed for this row. A value of an older build is upcast to the present schema.
 *
 * @throws Damaged when a bit differs or the value was sealed for another row; KeyForgotten when it was sealed with neither key
 */
export async function unseal(keys: Keys, context: SealContext, { iv, ct, keyId, sv }: Sealed): Promise<unknown> {
  const key = [keys.local, keys.synced].find((each) => each.keyId === keyId);
  if (key === undefined) throw new KeyForgotten('The key of this was forgotten');
  const plain = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv, additionalData: aad(context, keyId, sv) }, key.key, ct)
    .catch((cause: unknown) => {
      throw new Damaged('This cannot be read any more', { cause });
    });
  return upcast({ table: context.table, sv, value: JSON.parse(new TextDecoder().decode(plain)) });
}

/** A read that resolves to null for a damaged row or a destroyed key: one unreadable row must not fail a whole list. */
export async function nullIfUnreadable<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((failure: unknown) => {
    if (failure instanceof Damaged || failure instanceof KeyForgotten) return null;
    throw failure;
  });
}

function aad({ table, id }: SealContext, keyId: string, sv: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${table}|${id}|${keyId}|${sv}`);
}
