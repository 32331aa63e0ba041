import { X509Certificate } from 'node:crypto';
import { checkArchive, sealChainOf, splitArchive, type CheckedArchive, type SplitArchive } from './read-archive.ts';
import { verifySeal, type SealVerdict } from './verify.ts';

/**
 * Checks a file's seal, and behind it 1 to 20 revisions with archival time stamps: see `verifySeal` and `checkArchive`. A file cut back to
 * an earlier revision is that earlier file; with anything else behind its seal it is never VALID. Never throws.
 *
 * @param trusted - certificates (DER) that vouch for seals
 * @param stampRoots - certificates (DER) that vouch for time stamps
 */
export async function verifySealed(
  bytes: Uint8Array,
  trusted: readonly Uint8Array[],
  stampRoots: readonly Uint8Array[] = [],
): Promise<SealVerdict> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const split = splitArchive(file);
  if (split.ends.length === 0) return verifySeal(bytes, trusted);
  const seal = await verifySeal(split.sealed, trusted);
  if (seal.state !== 'VALID') return verifySeal(bytes, trusted);
  const archive = tryArchive(file, split, { trusted, stampRoots });
  if (!archive)
    return { state: 'ALTERED', reason: 'A time stamp behind the seal is damaged, or is of an authority that is not known here.' };
  const archivedAt = archive.stamps.map(({ stampedAt }) => stampedAt);
  const stampedAt = seal.stampedAt ?? archivedAt[0];
  return { ...seal, ...(stampedAt !== undefined && { stampedAt }), archivedAt };
}

function tryArchive(
  file: Buffer,
  split: SplitArchive,
  { trusted, stampRoots }: { trusted: readonly Uint8Array[]; stampRoots: readonly Uint8Array[] },
): CheckedArchive | undefined {
  const [roots, stamping] = [trusted, stampRoots].map((all) => all.map((der) => new X509Certificate(der)));
  try {
    return checkArchive(file, split, { sealChain: sealChainOf(split.sealed, roots ?? []), stampRoots: stamping ?? [] });
  } catch {
    return undefined;
  }
}
