import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ChainKey } from '#server/data/integrity/chain-heads.ts';
import { sha256Hex } from '#server/sha256.ts';
import { readIfThere, writePrivateFile } from './seal/key-files.ts';

/** Thrown at start when the key cannot be used; the message is a sentence for the administrator. */
export class ChainKeyRefused extends Error {
  override name = 'ChainKeyRefused';
}

/** An opened key; `id` names it without giving it away. */
export type OpenedChainKey = ChainKey & { readonly id: string };

/**
 * Opens the key of the recorded ends of timelines and security logs, `chain/key` in the data folder, or makes it at the first start.
 * Servers that share a database share it.
 *
 * @throws ChainKeyRefused for a damaged file; never makes a key in its place
 */
export async function openChainKey(dataDir: string): Promise<OpenedChainKey> {
  const path = join(dataDir, 'chain', 'key');
  const stored = await readIfThere(path);
  if (stored === undefined) await writePrivateFile(path, `${randomBytes(32).toString('hex')}\n`);
  const text = (stored ?? (await readIfThere(path)))?.toString('utf8').trim() ?? '';
  if (!/^[0-9a-f]{64}$/.test(text)) throw new ChainKeyRefused(`The key in ${path} is damaged. Put a copy of it back.`);
  return chainKeyOf(Buffer.from(text, 'hex'));
}

/** @param secret - 32 bytes */
export function chainKeyOf(secret: Uint8Array): OpenedChainKey {
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
  return { mac, id: sha256Hex(mac('id')).slice(0, 16) };
}
