import type { Means } from '../means.ts';
import { SHAPES, upcast } from './shapes.ts';

/** A key for data: AES-256-GCM, not extractable. The id tells rows which key they need. */
export type DataKey = { readonly keyId: string; readonly key: CryptoKey };

/** The two keys of an open vault: work of this device's own, and copies of what the server holds. */
export type Keys = { readonly local: DataKey; readonly synced: DataKey };

/** Something sealed. `sv` is the version of the shape inside. */
export type Sealed = {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly ct: ArrayBuffer;
  readonly keyId: string;
  readonly sv: number;
};

/** Where a sealed thing lives: it opens nowhere else, so that two rows cannot be swapped. */
export type Place = { readonly table: string; readonly id: string };

/** The bytes are not what was sealed here: one row is lost, and no other. */
export class Damaged extends Error {
  override name = 'Damaged';
}

/** The key was forgotten with a logout; nobody can read this again. */
export class KeyForgotten extends Error {
  override name = 'KeyForgotten';
}

/** Seals any JSON value for one place. */
export async function seal(
  { keyId, key }: DataKey,
  place: Place,
  value: unknown,
  { bytes }: Pick<Means, 'bytes'>,
): Promise<Sealed> {
  const iv = bytes(12);
  const plain = new TextEncoder().encode(JSON.stringify(value));
  const ct = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: aad(place, keyId, SHAPES) }, key, plain);
  return { iv, ct, keyId, sv: SHAPES };
}

/**
 * Opens what was sealed for this place; what an older build sealed comes in the shape of this one.
 *
 * @throws Damaged when a bit differs, or the row stood elsewhere; KeyForgotten when neither key is its own
 */
export async function unseal(keys: Keys, place: Place, { iv, ct, keyId, sv }: Sealed): Promise<unknown> {
  const key = [keys.local, keys.synced].find((each) => each.keyId === keyId);
  if (key === undefined) throw new KeyForgotten('The key of this was forgotten');
  const plain = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv, additionalData: aad(place, keyId, sv) }, key.key, ct)
    .catch((cause: unknown) => {
      throw new Damaged('This cannot be read any more', { cause });
    });
  return upcast({ table: place.table, sv, value: JSON.parse(new TextDecoder().decode(plain)) });
}

/** What is damaged or sealed for good counts as not there: the damage stays in its own row. */
export async function readable<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((failure: unknown) => {
    if (failure instanceof Damaged || failure instanceof KeyForgotten) return null;
    throw failure;
  });
}

function aad({ table, id }: Place, keyId: string, sv: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${table}|${id}|${keyId}|${sv}`);
}
