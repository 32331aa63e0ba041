import type { X509Certificate } from 'node:crypto';

/** Whether one certificate is issued and signed by another, which may do so. */
export function isIssuedBy(one: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && one.checkIssued(issuer) && one.verify(issuer.publicKey);
}

export function isIssuerOfAny(one: X509Certificate, all: readonly X509Certificate[]): boolean {
  return all.some((other) => other !== one && isIssuedBy(other, one));
}
