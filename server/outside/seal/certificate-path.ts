import { X509Certificate } from 'node:crypto';
import { isIssuedBy } from './certificates.ts';

/** The certificates from one to the root that vouches for it, both included; undefined where none of `roots` does. */
export function pathToRoot(
  leaf: X509Certificate,
  all: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): X509Certificate[] | undefined {
  const path = [leaf];
  for (let current = leaf; path.length <= all.length + 1;) {
    const child = current;
    if (roots.some((root) => root.raw.equals(child.raw))) return path;
    const root = roots.find((each) => isIssuedBy(child, each));
    if (root) return [...path, root];
    const issuer = all.find((other) => other !== child && isIssuedBy(child, other));
    if (!issuer) return undefined;
    path.push(issuer);
    current = issuer;
  }
  return undefined;
}

/** Whether one of these is this very certificate. */
export function isAmong(one: X509Certificate, all: readonly X509Certificate[]): boolean {
  return all.some((other) => other.raw.equals(one.raw));
}

/** @param at - epoch ms */
export function isValidAt({ validFrom, validTo }: X509Certificate, at: number): boolean {
  return Date.parse(validFrom) <= at && at <= Date.parse(validTo);
}

/** The certificates of a PEM file, or the one of a DER file. @throws Error when there is none */
export function readCertificates(file: Buffer): X509Certificate[] {
  const blocks = file.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  return blocks === null ? [new X509Certificate(file)] : blocks.map((block) => new X509Certificate(block));
}
