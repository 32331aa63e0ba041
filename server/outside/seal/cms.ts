import { createHash, X509Certificate } from 'node:crypto';
import { integer, nothing, octets, oid, sequence, setOf, tlv } from './der.ts';
import { child, children, isTagged, rawOf, readDer, valueOf } from './read-der.ts';

const DATA = '1.2.840.113549.1.7.1';
export const SIGNED_DATA = '1.2.840.113549.1.7.2';
export const CONTENT_TYPE = '1.2.840.113549.1.9.3';
export const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
export const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const TIME_STAMP_TOKEN = '1.2.840.113549.1.9.16.2.14';
export const SHA256 = '2.16.840.1.101.3.4.2.1';
export const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';
export const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';

/** The parts of a signature that depend on certificates alone, in DER. */
export type CmsSigner = {
  /** SET of the leaf and the certificates that lead to its root. */
  certificates: Buffer;
  /** Attribute with the leaf's hash. */
  signingCertificate: Buffer;
  issuerAndSerial: Buffer;
  signatureAlgorithm: Buffer;
};

export type CmsParts = {
  signer: CmsSigner;
  signedAttributes: Uint8Array;
  signature: Uint8Array;
  /** RFC 3161 token over the signature. */
  token?: Uint8Array;
};

export const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * Reads the certificates once for all signatures of their key: that takes longer than the rest of a signature.
 *
 * @param certificates - DER: `leaf` of the key that signs, `chain` from its issuer to its root
 */
export function cmsSignerOf({ leaf, chain }: { leaf: Uint8Array; chain: readonly Uint8Array[] }): CmsSigner {
  const certificateId = sequence(octets(sha256(leaf)));
  return {
    certificates: setOf(0xa0, [leaf, ...chain]),
    signingCertificate: attribute(SIGNING_CERTIFICATE_V2, sequence(sequence(certificateId))),
    issuerAndSerial: issuerAndSerial(leaf),
    signatureAlgorithm: signatureAlgorithm(leaf),
  };
}

/**
 * The attributes that a PAdES baseline signature is made over (EN 319 142-1): content type, digest of the file, and the
 * signing certificate's hash. No signing time: that standard forbids it here.
 */
export function signedAttributes(digest: Uint8Array, signer: CmsSigner): Buffer {
  return setOf(0x31, [attribute(CONTENT_TYPE, oid(DATA)), attribute(MESSAGE_DIGEST, octets(digest)), signer.signingCertificate]);
}

/** Writes a detached CMS signature; equal parts give equal bytes, which is how a seal is compared with its own parts. */
export function writeCms({ signer, signedAttributes: signed, signature, token }: CmsParts): Buffer {
  const digestAlgorithm = sequence(oid(SHA256));
  const signerInfo = sequence(
    integer(Buffer.from([1])),
    signer.issuerAndSerial,
    digestAlgorithm,
    // Inside the signer's entry the set is tagged [0]; it is signed as a plain SET.
    Buffer.concat([Buffer.from([0xa0]), signed.subarray(1)]),
    signer.signatureAlgorithm,
    octets(signature),
    ...(token ? [tlv(0xa1, attribute(TIME_STAMP_TOKEN, token))] : []),
  );
  const signedData = sequence(
    integer(Buffer.from([1])),
    setOf(0x31, [digestAlgorithm]),
    sequence(oid(DATA)),
    signer.certificates,
    setOf(0x31, [signerInfo]),
  );
  return sequence(oid(SIGNED_DATA), tlv(0xa0, signedData));
}

/**
 * Takes a CMS signature apart.
 *
 * @returns the certificates it carries, the signature, the token, and its own length: what follows is padding
 * @throws Error of any kind when the bytes are not a CMS signature: the caller treats all alike
 */
export function readCms(bytes: Uint8Array): {
  certificates: Uint8Array[];
  signature: Uint8Array;
  token?: Uint8Array;
  length: number;
} {
  const { block, length } = readDer(bytes);
  const signedData = child(child(block, 1), 0);
  const parts = children(signedData);
  const certificates = children(parts[3]).map((part) => rawOf(part));
  const signer = children(child(parts[4], 0));
  const signature = Buffer.from(valueOf(signer[5]));
  const stamp = signer[6] && rawOf(child(child(child(signer[6], 0), 1), 0));
  return { certificates, signature, length, ...(stamp && { token: stamp }) };
}

function attribute(type: string, value: Uint8Array): Buffer {
  return sequence(oid(type), setOf(0x31, [value]));
}

function signatureAlgorithm(leaf: Uint8Array): Buffer {
  const isRsa = new X509Certificate(leaf).publicKey.asymmetricKeyType === 'rsa';
  return isRsa ? sequence(oid(SHA256_WITH_RSA), nothing()) : sequence(oid(ECDSA_WITH_SHA256));
}

/** By which a signature names the certificate of its key. */
export function issuerAndSerial(leaf: Uint8Array): Buffer {
  const [version, ...rest] = children(child(readDer(leaf).block, 0));
  const [serial, , issuer] = isTagged(version, 0) ? rest : [version, ...rest];
  return sequence(rawOf(issuer), rawOf(serial));
}
