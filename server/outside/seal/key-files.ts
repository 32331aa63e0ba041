import { X509Certificate } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256Hex } from '#server/sha256.ts';

/** Writes a file that only its owner can read; after a power cut it is there whole, or as it was before. */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** The file's bytes, or undefined when there is none. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The certificates of a PEM file, in its order; undefined where it holds none, or something that is none. */
export function certificatesIn(file: Buffer): X509Certificate[] | undefined {
  const blocks = file.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.length === 0 ? undefined : blocks.map((block) => new X509Certificate(block));
  } catch {
    return undefined;
  }
}

/** Stores a root certificate (DER) as PEM, so that its seals verify also after the keys were changed. */
export async function rememberRoot(folder: string, root: Uint8Array): Promise<void> {
  const path = join(folder, 'trusted', `${sha256Hex(root).slice(0, 32)}.pem`);
  if (!(await readIfThere(path))) await writePrivateFile(path, new X509Certificate(root).toString());
}

/** Every root certificate (DER) that seals of this folder were ever made under. */
export async function trustedRoots(folder: string): Promise<Uint8Array[]> {
  const names = (await readdir(join(folder, 'trusted'))).filter((name) => name.endsWith('.pem'));
  const files = await Promise.all(names.toSorted().map((name) => readFile(join(folder, 'trusted', name))));
  return files.map((file) => new X509Certificate(file).raw);
}
