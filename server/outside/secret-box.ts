import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { join } from 'node:path';
import { readIfThere, writePrivateFile } from './seal/key-files.ts';

/** Seals short secrets for the database, under keys that are not in it. */
export type SecretBox = {
  /** id of the key that seals: the newest */
  readonly keyId: string;
  /** ids of all keys that open */
  readonly keyIds: readonly string[];
  /** @param place - the row and column; a value that was moved to another place does not open */
  seal(secret: string, place: string): string;
  /** @throws SecretUnreadable for an altered or moved value, and for a key that is not here */
  open(stored: string, place: string): string;
  /** Whether a value is sealed under the newest key. */
  isCurrent(stored: string): boolean;
};

/** A value does not open. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable';
}

/** Thrown at start when the keys cannot be used; the message is a sentence for the administrator. */
export class SecretKeysRefused extends Error {
  override name = 'SecretKeysRefused';
}

/** The file in the data folder: a key a line, base64 of 32 bytes, the newest first. */
const FILE = 'secrets.key';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^v1\.([0-9a-f]{8})\.([\w-]+)$/;

/**
 * Opens the keys, or makes one at the first start. Values are sealed with AES-256-GCM.
 *
 * @param given - the keys of `SECRET_KEYS`, the newest first; without it they are read from the data folder
 * @throws SecretKeysRefused when a key is not 32 bytes in base64
 */
export async function openSecretBox(options: {
  dataDir: string;
  given: string | undefined;
  random: (bytes: number) => Uint8Array;
}): Promise<SecretBox> {
  const keys = keysOf(options.given ?? (await ownKeys(options)));
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const [newest] = keys;
  if (newest === undefined) throw new SecretKeysRefused('There is no key for secrets in the data folder or in SECRET_KEYS.');
  const keyId = idOf(newest);
  return {
    keyId,
    keyIds: [...byId.keys()],
    seal: (secret, place) => {
      const iv = options.random(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v1.${keyId}.${sealed.toString('base64url')}`;
    },
    open: (stored, place) => {
      const parts = SEALED.exec(stored);
      // A server of the version before may still write beside this one: its values are sealed at the next start.
      if (parts === null) return stored;
      const [, id = '', text = ''] = parts;
      const key = byId.get(id);
      if (key === undefined) throw new SecretUnreadable('The key of a secret is not here');
      return unseal(Buffer.from(text, 'base64url'), { key, place });
    },
    isCurrent: (stored) => SEALED.exec(stored)?.[1] === keyId,
  };
}

/** Adds a key to the data folder as the newest: it seals from the next start on, and the others still open. @returns its id */
export async function addSecretKey({
  dataDir,
  random,
}: {
  dataDir: string;
  random: (bytes: number) => Uint8Array;
}): Promise<string> {
  const path = join(dataDir, FILE);
  const before = (await readIfThere(path))?.toString('utf8') ?? '';
  const key = Buffer.from(random(KEY_BYTES));
  await writePrivateFile(path, `${key.toString('base64')}\n${before}`);
  return idOf(key);
}

async function ownKeys({ dataDir, random }: { dataDir: string; random: (bytes: number) => Uint8Array }): Promise<string> {
  const path = join(dataDir, FILE);
  const file = await readIfThere(path);
  if (file !== undefined) return file.toString('utf8');
  const key = Buffer.from(random(KEY_BYTES)).toString('base64');
  await writePrivateFile(path, `${key}\n`);
  return key;
}

/** @throws SecretKeysRefused when one of the keys of `SECRET_KEYS` is not 32 bytes in base64 */
export function checkSecretKeys(given: string): void {
  keysOf(given);
}

function keysOf(text: string): Buffer[] {
  const lines = text.split(/[\s,]+/).filter((line) => line !== '');
  if (lines.some((line) => !/^[A-Za-z0-9+/]{43}=$/.test(line)))
    throw new SecretKeysRefused('Each key for secrets (SECRET_KEYS, or secrets.key in DATA_DIR) must be 32 bytes in base64.');
  return lines.map((line) => Buffer.from(line, 'base64'));
}

function idOf(key: Uint8Array): string {
  return createHash('sha256').update('assent secret key').update(key).digest('hex').slice(0, 8);
}

function unseal(sealed: Buffer, { key, place }: { key: Buffer; place: string }): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new SecretUnreadable('A secret was altered or moved', { cause });
  }
}
