import type { X509Certificate } from 'node:crypto';

/** Whether one certificate is issued and signed by another, which may do so. */
export function isIssuedBy(one: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && isSignedBy(one, issuer);
}

/** Whether one certificate names another as its issuer and bears its signature, whether or not that one may issue any. */
export function isSignedBy(one: X509Certificate, issuer: X509Certificate): boolean {
  return one.checkIssued(issuer) && one.verify(issuer.publicKey);
}

export function isIssuerOfAny(one: X509Certificate, all: readonly X509Certificate[]): boolean {
  return all.some((other) => other !== one && isIssuedBy(other, one));
}

/** Whether a certificate vouches for itself: the end of every chain. */
export function isSelfSigned(one: X509Certificate): boolean {
  return isSignedBy(one, one);
}

/** Characters of a name that are shown; X.520 allows as many. */
const SUBJECT_MOST = 64;

/** The name in a certificate on one line: a stranger's own word, without controls and marks of direction. */
export function commonNameOf(certificate: Pick<X509Certificate, 'subject'>): string {
  const name = (partOf(certificate.subject, 'CN') ?? certificate.subject)
    .replaceAll(/[\p{C}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, SUBJECT_MOST);
  return name === '' ? 'no name' : name;
}

/** A part of a name as Node prints it, a line each. */
export function partOf(name: string, part: 'CN' | 'O'): string | undefined {
  const line = name.split('\n').findLast((each) => each.startsWith(`${part}=`));
  return line?.slice(part.length + 1);
}
