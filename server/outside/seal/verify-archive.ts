import { X509Certificate } from 'node:crypto';
import { checkArchive, sealChainOf, splitArchive, type CheckedArchive, type SplitArchive } from './read-archive.ts';
import { verifySeal, type SealVerdict } from './verify.ts';

/** Certificates (DER) beside those that vouch for seals: where their chains end, those when absent; and which vouch for time stamps. */
export type SealTrustAround = { readonly anchors?: readonly Uint8Array[]; readonly stampRoots?: readonly Uint8Array[] };

/**
 * Checks a file's seal, and behind it 1 to 20 revisions with archival time stamps: see `verifySeal` and `checkArchive`. A file cut back to
 * an earlier revision is that earlier file; with anything else behind its seal it is never VALID. Never throws.
 *
 * @param trusted - certificates (DER) that vouch for seals, as `verifySeal` has them
 */
export async function verifySealed(
  bytes: Uint8Array,
  trusted: readonly Uint8Array[],
  { anchors = trusted, stampRoots = [] }: SealTrustAround = {},
): Promise<SealVerdict> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const split = splitArchive(file);
  if (split.ends.length === 0) return verifySeal(bytes, trusted, anchors);
  const seal = await verifySeal(split.sealed, trusted, anchors);
  if (seal.state !== 'VALID') return verifySeal(bytes, trusted, anchors);
  const archive = tryArchive(file, split, { trusted: [...trusted, ...anchors], stampRoots });
  const { sealedBy, leaf } = seal;
  const reason = 'A time stamp behind the seal is damaged, or is of an authority that is not known here.';
  if (!archive) return { state: 'ALTERED', reason, sealedBy, leaf };
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
