import { MINUTE, DAY } from '#domain/base/limits.ts';
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { BitString, Integer } from 'asn1js';
import {
  BasicConstraints,
  Certificate,
  CryptoEngine,
  ExtKeyUsage,
  Extension,
  RelativeDistinguishedNames,
  Time,
  TimeType,
} from 'pkijs';
import { sha256 } from './cms.ts';
import { octets, oid, sequence, setOf, tlv } from './der.ts';

/** PEM texts of a root and of the leaf under it. */
export type SelfSignedKeys = { root: string; rootKey: string; leaf: string; leafKey: string };

const YEAR_MS = 365.25 * DAY;
const ROOT_YEARS = 30;
const LEAF_YEARS = 5;
/** A leaf this near its end is replaced at start. */
const RENEW_BEFORE_MS = 90 * DAY;

const COMMON_NAME = '2.5.4.3';
const ORGANISATION = '2.5.4.10';
const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36';
/** Readers built on NSS, such as pdfsig, accept a signer's certificate only with this usage beside. */
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
/** Bits of the X.509 key usage, from the left. */
const SIGN_DOCUMENTS = 0b1100_0000;
const SIGN_CERTIFICATES = 0b0000_0110;

const engine = new CryptoEngine({ name: 'node', crypto: webcrypto, subtle: webcrypto.subtle });

/** The names in the certificates that are made for an organisation. */
export function namesFor(organisation: string): { root: string; leaf: string } {
  return { root: `${organisation} sealing root`, leaf: `${organisation} seal` };
}

/** Makes a root and a leaf for an organisation. */
export async function makeIdentity(organisation: string, now: number): Promise<SelfSignedKeys> {
  const rootKey = newKey();
  const root = await certificate({
    commonName: namesFor(organisation).root,
    organisation,
    subjectKey: rootKey,
    now,
    years: ROOT_YEARS,
  });
  return makeLeaf({ root, rootKey }, organisation, now);
}

/** Gives the same keys back while the leaf has time left, else a new leaf under the same root: also for one that was made while the clock was ahead. */
export async function renewLeaf(before: SelfSignedKeys, organisation: string, now: number): Promise<SelfSignedKeys> {
  const [root, leaf] = [new X509Certificate(before.root), new X509Certificate(before.leaf)];
  const isEarly = Date.parse(leaf.validFrom) > now && Date.parse(root.validFrom) <= now;
  const hasTime = Date.parse(leaf.validTo) - now > RENEW_BEFORE_MS;
  return hasTime && !isEarly ? before : makeLeaf(before, organisation, now);
}

async function makeLeaf(
  { root, rootKey }: Pick<SelfSignedKeys, 'root' | 'rootKey'>,
  organisation: string,
  now: number,
): Promise<SelfSignedKeys> {
  const leafKey = newKey();
  const leaf = await certificate({
    commonName: namesFor(organisation).leaf,
    organisation,
    subjectKey: leafKey,
    issuer: { certificate: root, key: rootKey },
    now,
    years: LEAF_YEARS,
  });
  return { root, rootKey, leaf, leafKey };
}

type Wanted = {
  commonName: string;
  organisation: string;
  subjectKey: string;
  /** Absent for a root, which vouches for itself. */
  issuer?: { certificate: string; key: string };
  now: number;
  years: number;
};

async function certificate({ commonName, organisation, subjectKey, issuer, now, years }: Wanted): Promise<string> {
  const made = new Certificate({ version: 2 });
  // Positive and never zero at the front, as DER wants it.
  made.serialNumber = new Integer({ valueHex: Buffer.concat([Buffer.from([0x5a]), randomBytes(15)]) });
  made.notBefore = timeOf(now - MINUTE);
  made.notAfter = timeOf(now + years * YEAR_MS);
  made.subject = nameOf(organisation, commonName);
  made.issuer = issuer ? Certificate.fromBER(new X509Certificate(issuer.certificate).raw).subject : made.subject;
  await made.subjectPublicKeyInfo.importKey(await publicKey(subjectKey), engine);
  made.extensions = issuer ? leafExtensions(subjectKey, issuer.key) : rootExtensions(subjectKey);
  await made.sign(await privateKey(issuer?.key ?? subjectKey), 'SHA-256', engine);
  return new X509Certificate(Buffer.from(made.toSchema(true).toBER(false))).toString();
}

function rootExtensions(key: string): Extension[] {
  return [
    extension('2.5.29.19', new BasicConstraints({ cA: true, pathLenConstraint: 0 }).toSchema().toBER(false), true),
    extension('2.5.29.15', keyUsage(SIGN_CERTIFICATES, 1), true),
    extension('2.5.29.14', octets(keyId(key))),
  ];
}

function leafExtensions(key: string, issuerKey: string): Extension[] {
  return [
    extension('2.5.29.19', new BasicConstraints({ cA: false }).toSchema().toBER(false), true),
    extension('2.5.29.15', keyUsage(SIGN_DOCUMENTS, 6), true),
    extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: [DOCUMENT_SIGNING, EMAIL_PROTECTION] }).toSchema().toBER(false)),
    extension('2.5.29.14', octets(keyId(key))),
    extension('2.5.29.35', tlv(0x30, tlv(0x80, keyId(issuerKey)))),
  ];
}

function extension(extnID: string, value: Uint8Array | ArrayBuffer, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new Uint8Array(value).buffer });
}

function keyUsage(bits: number, unusedBits: number): ArrayBuffer {
  return new BitString({ valueHex: new Uint8Array([bits]).buffer, unusedBits }).toBER(false);
}

/** X.509 writes years from 2050 on in the long form: in the short one 2056 would be 1956. Whole seconds only. */
function timeOf(at: number): Time {
  const value = new Date(Math.floor(at / 1000) * 1000);
  return new Time({ value, type: value.getUTCFullYear() < 2050 ? TimeType.UTCTime : TimeType.GeneralizedTime });
}

/** Written by hand: pkijs would put both parts into one, which readers show as one odd name. */
function nameOf(organisation: string, commonName: string): RelativeDistinguishedNames {
  const parts = [
    [ORGANISATION, organisation],
    [COMMON_NAME, commonName],
  ] as const;
  const written = parts.map(([type, text]) => setOf(0x31, [sequence(oid(type), tlv(0x0c, Buffer.from(text)))]));
  return RelativeDistinguishedNames.fromBER(sequence(...written));
}

/** The first 20 bytes of the public key's SHA-256: RFC 5280 leaves the method free. */
function keyId(key: string): Buffer {
  return sha256(createPublicKey(key).export({ type: 'spki', format: 'der' })).subarray(0, 20);
}

function newKey(): string {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const P256 = { name: 'ECDSA', namedCurve: 'P-256' };

function privateKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return engine.importKey('pkcs8', new Uint8Array(der), P256, true, ['sign']);
}

function publicKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  return engine.importKey('spki', new Uint8Array(der), P256, true, ['verify']);
}
