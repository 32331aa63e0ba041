import type { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { readCertificates } from './certificate-path.ts';
import { readIfThere, rememberRoot, trustedRoots } from './key-files.ts';
import { SealKeysRefused } from './keys.ts';
import { readRevocationLists, type RevocationList } from './revocation-list.ts';

/** The folder beside the seal's keys that remembers the roots of time-stamp authorities. */
const stampFolder = (dataDir: string): string => join(dataDir, 'seal', 'stamps');

/**
 * Reads the roots that the settings name, and remembers them: a stamp that was taken verifies also after its authority was left.
 *
 * @throws SealKeysRefused when the file is missing or holds no certificate
 */
export async function readStampRoots(dataDir: string, path: string): Promise<X509Certificate[]> {
  const file = await readIfThere(path);
  if (!file) throw new SealKeysRefused(`SETTINGS: there is no file ${path}, which tsa.roots names.`);
  const roots = readOrRefuse(file, path);
  for (const { raw } of roots) await rememberRoot(stampFolder(dataDir), raw);
  return roots;
}

/** Every root (DER) under which stamps of this data folder were ever taken. */
export function rememberedStampRoots(dataDir: string): Promise<Uint8Array[]> {
  return trustedRoots(stampFolder(dataDir)).catch(() => []);
}

/** The revocation lists of a file as it is now; none where there is no file, or one that cannot be read. */
export async function listsOfFile(path: string | undefined): Promise<RevocationList[]> {
  if (path === undefined) return [];
  try {
    const file = await readIfThere(path);
    return file ? readRevocationLists(file) : [];
  } catch {
    return [];
  }
}

function readOrRefuse(file: Buffer, path: string): X509Certificate[] {
  try {
    return readCertificates(file);
  } catch {
    throw new SealKeysRefused(`SETTINGS: ${path}, which tsa.roots names, holds no certificates.`);
  }
}
