import { createHash, verify, X509Certificate } from 'node:crypto';
import { OctetString, type BaseBlock } from 'asn1js';
import { Certificate, TSTInfo } from 'pkijs';
import { isAmong, isValidAt, pathToRoot } from './certificate-path.ts';
import { isIssuerOfAny } from './certificates.ts';
import { CONTENT_TYPE, issuerAndSerial, MESSAGE_DIGEST, sha256, SHA256, SIGNED_DATA, SIGNING_CERTIFICATE_V2 } from './cms.ts';
import { integer, nothing, octets, oid, sequence, setOf, tlv } from './der.ts';
import { child, children, isTagged, rawOf, readDer, valueOf } from './read-der.ts';

const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const EXTENDED_KEY_USAGE = '2.5.29.37';
/** The only usage of a certificate that stamps. */
export const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const RSA = '1.2.840.113549.1.1.1';

/** Digests by which an authority may sign, with the names of both signatures over them. */
const DIGESTS = [
  { name: 'sha256', id: SHA256, rsa: '1.2.840.113549.1.1.11', ecdsa: '1.2.840.10045.4.3.2' },
  { name: 'sha384', id: '2.16.840.1.101.3.4.2.2', rsa: '1.2.840.113549.1.1.12', ecdsa: '1.2.840.10045.4.3.3' },
  { name: 'sha512', id: '2.16.840.1.101.3.4.2.3', rsa: '1.2.840.113549.1.1.13', ecdsa: '1.2.840.10045.4.3.4' },
] as const;

/** The parts of an RFC 3161 token, each in DER where nothing else is said. What is not among them is not kept. */
export type StampToken = {
  /** signed by the authority: the digest, the time (TSTInfo) */
  content: Uint8Array;
  certificates: readonly Uint8Array[];
  /** issuer and serial of the signer */
  signerId: Uint8Array;
  digestAlgorithm: Uint8Array;
  /** tagged [0], as they stand in the token */
  attributes: Uint8Array;
  signatureAlgorithm: Uint8Array;
  /** plain bytes */
  signature: Uint8Array;
};

/** A token whose signature, certificates and times are right. */
export type CheckedStamp = {
  /** epoch ms */
  stampedAt: number;
  /** from the certificate that signed to the root that vouches for it */
  path: readonly [X509Certificate, ...X509Certificate[]];
};

/** Takes a token apart. @returns its own length too: what follows is padding. @throws Error of any kind for anything else */
export function readToken(bytes: Uint8Array): { token: StampToken; length: number } {
  const { block, length } = readDer(bytes);
  const parts = children(child(child(block, 1), 0));
  const signers = children(parts.at(-1));
  if (signers.length !== 1) throw new Error('not one signer');
  const [, signerId, digestAlgorithm, attributes, signatureAlgorithm, signature] = children(signers[0]);
  const content = child(child(parts[2], 1), 0);
  if (!(content instanceof OctetString) || !isTagged(parts[3], 0)) throw new Error('a part is missing');
  return {
    token: {
      content: new Uint8Array(content.getValue()),
      certificates: children(parts[3]).map((part) => rawOf(part)),
      signerId: rawOf(signerId),
      digestAlgorithm: rawOf(digestAlgorithm),
      attributes: rawOf(attributes),
      signatureAlgorithm: rawOf(signatureAlgorithm),
      signature: valueOf(signature),
    },
    length,
  };
}

/** Writes a token: equal parts give equal bytes, by which a token is compared with its own parts. */
export function writeToken(token: StampToken): Buffer {
  const signer = sequence(
    integer(Buffer.from([1])),
    token.signerId,
    token.digestAlgorithm,
    token.attributes,
    token.signatureAlgorithm,
    octets(token.signature),
  );
  const signedData = sequence(
    integer(Buffer.from([3])),
    setOf(0x31, [token.digestAlgorithm]),
    sequence(oid(TST_INFO), tlv(0xa0, octets(token.content))),
    setOf(0xa0, token.certificates),
    setOf(0x31, [signer]),
  );
  return sequence(oid(SIGNED_DATA), tlv(0xa0, signedData));
}

/**
 * Checks a token against the bytes that it stamps and the authorities' roots: signed by a certificate for time stamping alone, which
 * was valid then and which a root vouches for, as was every other certificate in it; named by issuer and serial, byte for byte.
 *
 * @returns undefined for any other
 */
export function checkToken(token: StampToken, stamped: Uint8Array, roots: readonly X509Certificate[]): CheckedStamp | undefined {
  const certificates = token.certificates.map((der) => new X509Certificate(der));
  const leaf = certificates.find((one) => !isIssuerOfAny(one, certificates));
  const path = leaf && pathToRoot(leaf, certificates, roots);
  if (!leaf || !path || !certificates.every((one) => isAmong(one, path))) return undefined;
  if (new Set(certificates.map(({ fingerprint256 }) => fingerprint256)).size !== certificates.length) return undefined;
  const isNamed = issuerAndSerial(leaf.raw).equals(token.signerId);
  if (!isNamed || !isForStamping(leaf) || !isSigned(token, leaf)) return undefined;
  const { messageImprint, genTime } = TSTInfo.fromBER(token.content);
  const digest = Buffer.from(messageImprint.hashedMessage.valueBlock.valueHexView);
  if (messageImprint.hashAlgorithm.algorithmId !== SHA256 || !digest.equals(sha256(stamped))) return undefined;
  const stampedAt = genTime.getTime();
  const [, ...issuers] = path;
  // The time of a root is not looked at: it is trusted because it stands in the settings.
  const wereValid = isValidAt(leaf, stampedAt) && issuers.slice(0, -1).every((one) => isValidAt(one, stampedAt));
  return wereValid ? { stampedAt, path: [leaf, ...issuers] } : undefined;
}

/** The usage is critical and the only one, as RFC 3161 wants it. */
function isForStamping(leaf: X509Certificate): boolean {
  const extension = Certificate.fromBER(leaf.raw).extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE);
  const usages = extension && Buffer.from(extension.extnValue.getValue());
  return extension?.critical === true && usages?.equals(sequence(oid(TIME_STAMPING))) === true;
}

function isSigned(
  { content, digestAlgorithm, attributes, signatureAlgorithm, signature }: StampToken,
  leaf: X509Certificate,
): boolean {
  const isAlgorithm = (raw: Uint8Array, id: string, most: 'null' | 'bare' | 'either') =>
    (most !== 'null' && sequence(oid(id)).equals(raw)) || (most !== 'bare' && sequence(oid(id), nothing()).equals(raw));
  const digest = DIGESTS.find(({ id }) => isAlgorithm(digestAlgorithm, id, 'either'));
  if (!digest) return false;
  const isRsa = leaf.publicKey.asymmetricKeyType === 'rsa';
  const isRight = isRsa
    ? isAlgorithm(signatureAlgorithm, RSA, 'null') || isAlgorithm(signatureAlgorithm, digest.rsa, 'null')
    : isAlgorithm(signatureAlgorithm, digest.ecdsa, 'bare');
  // Inside the signer's entry the set is tagged [0]; it is signed as a plain SET.
  const signed = Buffer.concat([Buffer.from([0x31]), attributes.subarray(1)]);
  return (
    isRight &&
    isAbout(attributes, { content, digest: digest.name, leaf }) &&
    verify(digest.name, signed, leaf.publicKey, signature)
  );
}

/** Whether the signed attributes name this content and this certificate. */
function isAbout(
  attributes: Uint8Array,
  { content, digest, leaf }: { content: Uint8Array; digest: string; leaf: X509Certificate },
): boolean {
  const { block, length } = readDer(attributes);
  if (length !== attributes.length || !isTagged(block, 0)) return false;
  const named = new Map(children(block).map((each) => [rawOf(child(each, 0)).toString('hex'), child(child(each, 1), 0)]));
  const valueFor = (type: string) => named.get(oid(type).toString('hex'));
  const [type, hash] = [valueFor(CONTENT_TYPE), valueFor(MESSAGE_DIGEST)];
  const isContent = type !== undefined && rawOf(type).equals(oid(TST_INFO));
  const isHashed = hash !== undefined && createHash(digest).update(content).digest().equals(valueOf(hash));
  const [second, first] = [valueFor(SIGNING_CERTIFICATE_V2), valueFor(SIGNING_CERTIFICATE)];
  const isNamed = second ? isCertificateId(second, leaf, 'sha256') : first !== undefined && isCertificateId(first, leaf, 'sha1');
  return isContent && isHashed && isNamed;
}

/** The first certificate that such an attribute names, by its hash, is the signer's (RFC 5035, RFC 2634). */
function isCertificateId(attribute: BaseBlock, leaf: X509Certificate, usual: string): boolean {
  const [algorithm, hash] = children(child(child(attribute, 0), 0));
  const isUsual = algorithm instanceof OctetString;
  const wanted = isUsual ? usual : DIGESTS.find(({ id }) => oid(id).equals(rawOf(child(algorithm, 0))))?.name;
  const named = isUsual ? algorithm : hash;
  return wanted !== undefined && named !== undefined && createHash(wanted).update(leaf.raw).digest().equals(valueOf(named));
}
