import { pathToRoot } from './certificate-path.ts';
import { verify, X509Certificate } from 'node:crypto';
import { VERIFIED_FILE_MOST } from '#domain/documents/file-limits.ts';
import { sha256Hex } from '#server/sha256.ts';
import { commonNameOf, isIssuedBy, isIssuerOfAny, isSelfSigned } from './certificates.ts';
import { cmsSignerOf, readCms, sha256, signedAttributes, writeCms } from './cms.ts';
import { readGap, signatureGaps } from './signature-gap.ts';
import type { SignatureGap } from './signature-gap.ts';
import { signerOfSeal } from './signer.ts';
import { checkStamp } from './stamp.ts';

/**
 * VALID: exactly as it was sealed. ALTERED: carries a seal of ours that does not fit its content. UNKNOWN: not a PDF, not
 * sealed, or sealed by somebody else. Reasons are sentences for people and quote nothing of the file.
 *
 * `leaf`: SHA-256 of the certificate whose seal it is, hex; `sealedBy`: the name in it, a stranger's own word where it is not ours.
 */
export type SealVerdict =
  | {
      state: 'VALID';
      reason: string;
      sealedBy: string;
      leaf: string;
      /** the first time stamp, epoch ms */
      stampedAt?: number;
      /** the archival time stamps behind the seal, the oldest first, epoch ms; absent without any */
      archivedAt?: readonly number[];
    }
  | { state: 'ALTERED'; reason: string; sealedBy: string; leaf: string }
  | { state: 'UNKNOWN'; reason: string; sealedBy?: string };

/**
 * Checks a file's seal: the byte range is the whole file but one gap; the gap is one upper-case hex string padded with
 * zeros; the signature in it is byte for byte what this product writes, by a key that one of `trusted` (DER) vouches for: a certificate that
 * seals vouches for itself alone, one of an authority for all that it has issued. The certificates beside it lead from it to one of `anchors`
 * (DER), or to one that vouches for itself.
 * An appended revision, a second signature or a changed bit is never VALID. Never throws. One exception: some bits of a time
 * stamp are signed by nobody, its authority included; for those the records' digest of the whole file is the control.
 *
 * The end of a certificate's time is not looked at: a consent outlives it, and when it was sealed is the records' to say.
 */
export async function verifySeal(
  bytes: Uint8Array,
  trusted: readonly Uint8Array[],
  anchors: readonly Uint8Array[] = trusted,
): Promise<SealVerdict> {
  try {
    if (bytes.length > VERIFIED_FILE_MOST) return unknown('The file is too large to be a sealed consent.');
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const ranges = signatureGaps(file);
    const [last] = ranges;
    if (!last || file.toString('latin1', 0, 5) !== '%PDF-') return unknown('The file carries no seal.');
    const roots = trusted.map((der) => new X509Certificate(der));
    const flaw = await findFlaw(file, last, { roots, anchors });
    if (typeof flaw !== 'string') return flaw;
    const own = ranges.flatMap((range) => ownCertificate(file, range, roots) ?? [])[0];
    if (own !== undefined) return { state: 'ALTERED', reason: flaw, sealedBy: commonNameOf(own), leaf: sha256Hex(own.raw) };
    const signer = signerOfSeal(file, last)?.leaf;
    return { ...unknown('The file was not sealed by this organisation.'), ...(signer && { sealedBy: commonNameOf(signer) }) };
  } catch {
    return unknown('The file cannot be read as a sealed PDF.');
  }
}

function unknown(reason: string): SealVerdict & { state: 'UNKNOWN' } {
  return { state: 'UNKNOWN', reason };
}

/** Returns the verdict VALID, or what is wrong. */
async function findFlaw(
  file: Buffer,
  range: SignatureGap,
  { roots, anchors }: { roots: readonly X509Certificate[]; anchors: readonly Uint8Array[] },
): Promise<SealVerdict | string> {
  if (!range.coversWholeFile) return 'Something was added to the file after it was sealed.';
  const leaf = ownCertificate(file, range, roots);
  const gap = readGap(file, range);
  if (!leaf || !gap) return 'The seal itself is damaged.';
  const { certificates, signature, token, length } = readCms(gap);
  if (gap.subarray(length).some((byte) => byte !== 0)) return 'The seal itself is damaged.';
  const chain = certificates.filter((der) => !leaf.raw.equals(der));
  const signer = cmsSignerOf({ leaf: leaf.raw, chain });
  const attributes = signedAttributes(sha256(file.subarray(0, range.gapStart), file.subarray(range.gapEnd)), signer);
  if (!verify('sha256', attributes, leaf.publicKey, signature)) return 'The content is not what was sealed.';
  // Parts of a CMS signature are signed by nobody; here they must be what this product writes, to the last bit.
  if (!isChain(leaf, chain, anchors)) return 'The seal itself is damaged.';
  const written = writeCms({ signer, signedAttributes: attributes, signature, ...(token && { token }) });
  if (!written.equals(gap.subarray(0, length))) return 'The seal itself is damaged.';
  const stampedAt = token && (await checkStamp(token, signature));
  if (token && stampedAt === undefined) return 'The time stamp of the seal is damaged.';
  const [sealedBy, digest] = [commonNameOf(leaf), sha256Hex(leaf.raw)];
  const reason = 'The file is exactly as it was sealed.';
  return { state: 'VALID', reason, sealedBy, leaf: digest, ...(stampedAt && { stampedAt }) };
}

/** The signer's certificate, when a trusted certificate vouches for it. */
function ownCertificate(file: Buffer, range: SignatureGap, roots: readonly X509Certificate[]): X509Certificate | undefined {
  const certificates = signerOfSeal(file, range)?.certificates ?? [];
  return certificates.find((one) => !isIssuerOfAny(one, certificates) && pathToRoot(one, certificates, roots) !== undefined);
}

/** Every certificate beside the leaf has issued the one before, and the last vouches for itself or is an anchor: else it could be changed unseen. */
function isChain(leaf: X509Certificate, chain: readonly Uint8Array[], anchors: readonly Uint8Array[]): boolean {
  const rest = new Set(chain.map((der) => new X509Certificate(der)));
  let current = leaf;
  while (rest.size > 0) {
    const child = current;
    const issuer = [...rest].find((one) => isIssuedBy(child, one));
    if (!issuer) return false;
    rest.delete(issuer);
    current = issuer;
  }
  const top = current;
  const isAnchored = (der: Uint8Array) => top.raw.equals(der) || isIssuedBy(top, new X509Certificate(der));
  return isSelfSigned(top) || anchors.some(isAnchored);
}
