import { X509Certificate } from 'node:crypto';
import { sha256Hex } from '#server/sha256.ts';
import { commonNameOf, isIssuerOfAny, isSelfSigned, partOf } from './certificates.ts';
import { readCms } from './cms.ts';
import { namesFor } from './self-signed.ts';
import { lastSignature, readGap, type SignatureGap } from './signature-gap.ts';

/** The certificate of a signature and all that stand beside it, whoever vouches for them. */
export type Signer = { readonly leaf: X509Certificate; readonly certificates: readonly X509Certificate[] };

/** The signer of one signature of a file; undefined where it cannot be read. Nothing says that the signature holds. */
export function signerOfSeal(file: Buffer, range: SignatureGap): Signer | undefined {
  try {
    const gap = readGap(file, range, false);
    const certificates = gap ? readCms(gap).certificates.map((der) => new X509Certificate(der)) : [];
    const leaf = certificates.find((one) => !isIssuerOfAny(one, certificates));
    return leaf && { leaf, certificates };
  } catch {
    return undefined;
  }
}

/** The signer of the last signature of a file. */
export function lastSignerOf(bytes: Uint8Array): Signer | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = lastSignature(file);
  return last && signerOfSeal(file, last);
}

/** RSA keys below this many bits are weak. */
const STRONG_RSA = 3072;

/** The facts of a certificate that seals; times ISO. */
export type SealLeaf = {
  readonly sha256: string;
  readonly der: Uint8Array;
  readonly subject: string;
  readonly notBefore: string;
  readonly notAfter: string;
  /** Whether this product made it. */
  readonly isSelfMade: boolean;
  readonly isWeak: boolean;
};

/** @param chain - certificates beside it, of which its root says whether this product made it */
export function leafFacts(leaf: X509Certificate, chain: readonly X509Certificate[]): SealLeaf {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = leaf.publicKey;
  return {
    sha256: sha256Hex(leaf.raw),
    der: new Uint8Array(leaf.raw),
    subject: commonNameOf(leaf),
    notBefore: new Date(leaf.validFrom).toISOString(),
    notAfter: new Date(leaf.validTo).toISOString(),
    isSelfMade: isSelfMade(leaf, chain),
    isWeak: type?.startsWith('rsa') === true && (details?.modulusLength ?? 0) < STRONG_RSA,
  };
}

function isSelfMade(leaf: X509Certificate, chain: readonly X509Certificate[]): boolean {
  const root = chain.find((one) => leaf.checkIssued(one) && isSelfSigned(one));
  const organisation = partOf(leaf.subject, 'O');
  if (root === undefined || organisation === undefined) return false;
  const names = namesFor(organisation);
  return partOf(leaf.subject, 'CN') === names.leaf && partOf(root.subject, 'CN') === names.root;
}
