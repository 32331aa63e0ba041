import { createPrivateKey, createPublicKey, sign, verify, X509Certificate } from 'node:crypto';
import { BitString, GeneralizedTime, UTCTime, type BaseBlock } from 'asn1js';
import { DAY, MINUTE } from '#domain/base/limits.ts';
import { ECDSA_WITH_SHA256, sha256, SHA256_WITH_RSA } from './cms.ts';
import { integer, nothing, octets, oid, sequence, tlv } from './der.ts';
import { child, children, isTagged, rawOf, readDer, valueOf } from './read-der.ts';

/** A list of our own is renewed after so long, and good for so long, ms. */
const OWN_LIST_AGE = 30 * DAY;
const OWN_LIST_LENGTH = 365 * DAY;

const LIST_NUMBER = '2.5.29.20';
const AUTHORITY_KEY = '2.5.29.35';
const ALGORITHMS: readonly { digest: string; algorithm: Buffer }[] = [
  { digest: 'sha256', algorithm: sequence(oid(SHA256_WITH_RSA), nothing()) },
  { digest: 'sha384', algorithm: sequence(oid('1.2.840.113549.1.1.12'), nothing()) },
  { digest: 'sha512', algorithm: sequence(oid('1.2.840.113549.1.1.13'), nothing()) },
  { digest: 'sha256', algorithm: sequence(oid(ECDSA_WITH_SHA256)) },
  { digest: 'sha384', algorithm: sequence(oid('1.2.840.10045.4.3.3')) },
  { digest: 'sha512', algorithm: sequence(oid('1.2.840.10045.4.3.4')) },
];

/** A certificate revocation list (RFC 5280). Times are epoch ms. */
export type RevocationList = {
  der: Uint8Array;
  issuer: Buffer;
  /** the list is replaced by then; undefined where it does not say */
  nextUpdate: number | undefined;
  /** serials of revoked certificates, lower-case hex without leading zeros */
  revoked: ReadonlySet<string>;
  signed: Buffer;
  algorithm: Buffer;
  signature: Uint8Array;
};

/** Reads one list. @throws Error of any kind for anything else */
export function readRevocationList(der: Uint8Array): RevocationList {
  const { block, length } = readDer(der);
  const [signed, algorithm, signature] = children(block);
  const members = children(signed);
  // The version is missing from lists of the first kind.
  const [, issuer, , ...rest] = rawOf(members[0])[0] === 0x02 ? members.slice(1) : members;
  const next = rest.find((each) => each instanceof UTCTime || each instanceof GeneralizedTime);
  const entries = rest.find((each) => rawOf(each)[0] === 0x30);
  const bits = valueOf(signature);
  if (!(signature instanceof BitString) || bits[0] !== 0 || length !== der.length) throw new Error('not a list');
  return {
    der,
    issuer: rawOf(issuer),
    nextUpdate: next?.toDate().getTime(),
    revoked: new Set((entries === undefined ? [] : children(entries)).map((entry) => serialOf(child(entry, 0)))),
    signed: rawOf(signed),
    algorithm: rawOf(algorithm),
    signature: bits.subarray(1),
  };
}

/** The lists of a PEM file, or the one of a DER file. @throws Error of any kind when one cannot be read */
export function readRevocationLists(file: Buffer): RevocationList[] {
  const blocks = [...file.toString('latin1').matchAll(/-----BEGIN X509 CRL-----([^-]+)-----END X509 CRL-----/g)];
  return blocks.length === 0
    ? [readRevocationList(file)]
    : blocks.map(([, text = '']) => readRevocationList(Buffer.from(text, 'base64')));
}

/** Whether a list is, to its last bit, one that this certificate signed. */
export function isListOf(list: RevocationList, issuer: X509Certificate): boolean {
  const known = ALGORITHMS.find(({ algorithm }) => algorithm.equals(list.algorithm));
  const written = sequence(list.signed, list.algorithm, tlv(0x03, Buffer.from([0]), list.signature));
  const isWhole = written.equals(list.der) && subjectOf(issuer).equals(list.issuer);
  return known !== undefined && isWhole && verify(known.digest, list.signed, issuer.publicKey, list.signature);
}

export function isRevoked({ revoked }: RevocationList, { serialNumber }: X509Certificate): boolean {
  return revoked.has(serialNumber.toLowerCase().replace(/^0+/, ''));
}

/** Signs an empty list of a root that this server made. @param keys - PEM @param now - epoch ms */
export function makeRevocationList({ root, rootKey }: { root: string; rootKey: string }, now: number): Uint8Array {
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const key = sha256(createPublicKey(rootKey).export({ type: 'spki', format: 'der' })).subarray(0, 20);
  const number = Buffer.from(
    Math.floor(now / 1000)
      .toString(16)
      .padStart(12, '0'),
    'hex',
  );
  const extensions = sequence(
    sequence(oid(AUTHORITY_KEY), octets(sequence(tlv(0x80, key)))),
    sequence(oid(LIST_NUMBER), octets(integer(number))),
  );
  const signed = sequence(
    integer(Buffer.from([1])),
    algorithm,
    subjectOf(new X509Certificate(root)),
    timeOf(now - MINUTE),
    timeOf(now + OWN_LIST_LENGTH),
    tlv(0xa0, extensions),
  );
  const signature = sign('sha256', signed, createPrivateKey(rootKey));
  return sequence(signed, algorithm, tlv(0x03, Buffer.from([0]), signature));
}

/** Our own list, signed anew when it is 30 days old. @param make - signs one, now epoch ms; undefined where the root is not ours */
export function openOwnList(make: (now: number) => Uint8Array | undefined): (now: number) => Uint8Array | undefined {
  let current: { madeAt: number; der: Uint8Array | undefined } | undefined;
  return (now) => {
    if (current === undefined || Math.abs(now - current.madeAt) >= OWN_LIST_AGE) current = { madeAt: now, der: make(now) };
    return current.der;
  };
}

function subjectOf(certificate: X509Certificate): Buffer {
  const [version, ...rest] = children(child(readDer(certificate.raw).block, 0));
  const members = isTagged(version, 0) ? rest : [version, ...rest];
  return rawOf(members[4]);
}

function serialOf(block: BaseBlock): string {
  return Buffer.from(valueOf(block)).toString('hex').replace(/^0+/, '');
}

/** X.509 writes years from 2050 on in the long form. */
function timeOf(at: number): Buffer {
  const digits = `${new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`;
  return new Date(at).getUTCFullYear() < 2050 ? tlv(0x17, Buffer.from(digits.slice(2))) : tlv(0x18, Buffer.from(digits));
}
