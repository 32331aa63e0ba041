import { verify, X509Certificate } from 'node:crypto';
import { isIssuedBy, isIssuerOfAny } from './certificates.ts';
import { cmsSignerOf, readCms, sha256, signedAttributes, writeCms } from './cms.ts';
import { signatureGaps } from './signature-gap.ts';
import type { SignatureGap } from './signature-gap.ts';
import { checkStamp } from './stamp.ts';

/**
 * VALID: exactly as it was sealed. ALTERED: carries a seal of ours that does not fit its content. UNKNOWN: not a PDF, not
 * sealed, or sealed by somebody else. Reasons are sentences for people and quote nothing of the file.
 */
export type SealVerdict =
  | {
      state: 'VALID';
      reason: string;
      sealedBy: string;
      /** the first time stamp, epoch ms */
      stampedAt?: number;
      /** the archival time stamps behind the seal, the oldest first, epoch ms; absent without any */
      archivedAt?: readonly number[];
    }
  | { state: 'ALTERED' | 'UNKNOWN'; reason: string };

/** Larger files are not looked at (bytes). */
const SEALED_BYTES_MOST = 64 * 1024 * 1024;
/** A gap with a signature, its certificates and a time stamp is under 40 kB of hex. */
const LARGEST_GAP = 256 * 1024;

/**
 * Checks a file's seal: the byte range is the whole file but one gap; the gap is one upper-case hex string padded with
 * zeros; the signature in it is byte for byte what this product writes, by a key that one of `trusted` (DER) vouches for.
 * An appended revision, a second signature or a changed bit is never VALID. Never throws. One exception: some bits of a time
 * stamp are signed by nobody, its authority included; for those the records' digest of the whole file is the control.
 *
 * The end of a certificate's time is not looked at: a consent outlives it, and when it was sealed is the records' to say.
 */
export async function verifySeal(bytes: Uint8Array, trusted: readonly Uint8Array[]): Promise<SealVerdict> {
  try {
    if (bytes.length > SEALED_BYTES_MOST) return unknown('The file is too large to be a sealed consent.');
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const ranges = signatureGaps(file);
    const [last] = ranges;
    if (!last || file.toString('latin1', 0, 5) !== '%PDF-') return unknown('The file carries no seal.');
    const roots = trusted.map((der) => new X509Certificate(der));
    const flaw = await findFlaw(file, last, roots);
    if (typeof flaw !== 'string') return flaw;
    const isOurs = ranges.some((range) => ownCertificate(file, range, roots) !== undefined);
    return isOurs ? { state: 'ALTERED', reason: flaw } : unknown('The file was not sealed by this organisation.');
  } catch {
    return unknown('The file cannot be read as a sealed PDF.');
  }
}

function unknown(reason: string): SealVerdict {
  return { state: 'UNKNOWN', reason };
}

/** Returns the verdict VALID, or what is wrong. */
async function findFlaw(file: Buffer, range: SignatureGap, roots: readonly X509Certificate[]): Promise<SealVerdict | string> {
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
  if (!isChain(leaf, chain, roots)) return 'The seal itself is damaged.';
  const written = writeCms({ signer, signedAttributes: attributes, signature, ...(token && { token }) });
  if (!written.equals(gap.subarray(0, length))) return 'The seal itself is damaged.';
  const stampedAt = token && (await checkStamp(token, signature));
  if (token && stampedAt === undefined) return 'The time stamp of the seal is damaged.';
  const sealedBy = nameOf(leaf);
  return { state: 'VALID', reason: 'The file is exactly as it was sealed.', sealedBy, ...(stampedAt && { stampedAt }) };
}

function readGap(file: Buffer, { gapStart, gapEnd }: SignatureGap): Buffer | undefined {
  if (gapEnd - gapStart > LARGEST_GAP) return undefined;
  const text = file.toString('latin1', gapStart, gapEnd);
  return /^<(?:[0-9A-F]{2})+>$/.test(text) ? Buffer.from(text.slice(1, -1), 'hex') : undefined;
}

/** The signer's certificate, when a trusted certificate vouches for it. */
function ownCertificate(file: Buffer, range: SignatureGap, roots: readonly X509Certificate[]): X509Certificate | undefined {
  try {
    const gap = readGap(file, range);
    const certificates = gap ? readCms(gap).certificates.map((der) => new X509Certificate(der)) : [];
    return certificates.find((one) => !isIssuerOfAny(one, certificates) && leadsToRoot(one, certificates, roots));
  } catch {
    return undefined;
  }
}

function leadsToRoot(leaf: X509Certificate, all: readonly X509Certificate[], roots: readonly X509Certificate[]): boolean {
  let current = leaf;
  for (let step = 0; step <= all.length; step++) {
    if (roots.some((root) => root.raw.equals(current.raw) || isIssuedBy(current, root))) return true;
    const issuer = all.find((other) => other !== current && isIssuedBy(current, other));
    if (!issuer) return false;
    current = issuer;
  }
  return false;
}

/** Every certificate beside the leaf must be a root of ours or vouched for: else it could be changed unseen. */
function isChain(leaf: X509Certificate, chain: readonly Uint8Array[], roots: readonly X509Certificate[]): boolean {
  const parsed = chain.map((der) => new X509Certificate(der));
  return parsed.every((one) => leadsToRoot(one, parsed, roots)) && leadsToRoot(leaf, parsed, roots);
}

function nameOf(certificate: X509Certificate): string {
  return /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? certificate.subject;
}
