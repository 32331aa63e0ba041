import { randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { OctetString } from 'asn1js';
import { Certificate, ContentInfo, CryptoEngine, PKIStatus, SignedData, TimeStampResp, TSTInfo } from 'pkijs';
import type { CallOut } from '#server/outside/call-out.ts';
import { sha256, SHA256 } from './cms.ts';
import { integer, nothing, octets, oid, sequence, tlv } from './der.ts';
import { isRevoked, type RevocationList } from './revocation-list.ts';
import { checkToken, readToken, TIME_STAMPING, type CheckedStamp, type StampToken } from './token.ts';

/** Passed explicitly: the PDF library replaces the global engine of pkijs while it opens keys. */
const engine = new CryptoEngine({ name: 'node', crypto: webcrypto, subtle: webcrypto.subtle });

/** An answer is a few kilobytes; more is not a time stamp. */
const STAMP_BYTES_MOST = 64 * 1024;

/** Thrown when the time-stamp authority is down, slow, unknown, or answers something else than a stamp. */
export class StampRefused extends Error {
  override name = 'StampRefused';
}

/** An RFC 3161 authority, and the certificates of which one must vouch for its stamps. */
export type StampAuthority = {
  url: string;
  /** for the whole exchange, ms */
  timeoutMs: number;
  roots: readonly X509Certificate[];
  /** the authorities' revocation lists of the moment */
  lists: () => Promise<readonly RevocationList[]>;
  callOut: CallOut;
};

export type TakenStamp = CheckedStamp & { token: StampToken };

/**
 * Asks an authority for a stamp over some content and checks it before it is used.
 *
 * @throws StampRefused for every failure
 */
export async function requestStamp(content: Uint8Array, authority: StampAuthority): Promise<TakenStamp> {
  try {
    const nonce = randomBytes(8);
    const { status, body } = await authority.callOut({
      address: authority.url,
      from: 'OPERATOR',
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: request(sha256(content), nonce),
      timeoutMs: authority.timeoutMs,
      answerMost: STAMP_BYTES_MOST,
    });
    if (status !== 200) throw new StampRefused('The time-stamp authority refused the request.');
    const { token } = readToken(tokenOf(body, nonce));
    const stamp = checkToken(token, content, authority.roots);
    if (!stamp) throw new StampRefused('The time stamp does not fit the content, or no root in the settings vouches for it.');
    const lists = await authority.lists();
    if (stamp.path.some((one) => lists.some((list) => isRevoked(list, one))))
      throw new StampRefused('The certificate of the time-stamp authority was revoked.');
    return { ...stamp, token };
  } catch (error) {
    if (error instanceof StampRefused) throw error;
    throw new StampRefused('The time-stamp authority could not be reached.', { cause: error });
  }
}

/**
 * Checks a token that stands beside a document, or inside its seal, as earlier builds stored them: a stamp over this content, signed by a
 * certificate for time stamping. Whether that certificate is to be trusted is for the reader's trust list.
 *
 * @returns when it was stamped (epoch ms), or undefined for anything that is not such a stamp
 */
export async function checkStamp(token: Uint8Array, content: Uint8Array): Promise<number | undefined> {
  try {
    const signed = signedDataOf(token);
    const info = TSTInfo.fromBER(contentOf(signed));
    const result = await signed.verify({ signer: 0, data: copied(content), extendedMode: true }, engine);
    // Node lists the extended key usages of a certificate under this name.
    const usages = result.signerCertificate && new X509Certificate(derOf(result.signerCertificate)).keyUsage;
    const isStamp = result.signatureVerified === true && (usages ?? []).includes(TIME_STAMPING);
    return isStamp ? info.genTime.getTime() : undefined;
  } catch {
    return undefined;
  }
}

function request(digest: Uint8Array, nonce: Uint8Array): Buffer {
  const imprint = sequence(sequence(oid(SHA256), nothing()), octets(digest));
  const certificateWanted = tlv(0x01, Buffer.from([0xff]));
  return sequence(integer(Buffer.from([1])), imprint, integer(nonce), certificateWanted);
}

function tokenOf(reply: Uint8Array, nonce: Uint8Array): Uint8Array {
  const { status, timeStampToken } = TimeStampResp.fromBER(reply);
  const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods;
  if (!isGranted || !timeStampToken) throw new StampRefused('The time-stamp authority refused to stamp.');
  const token = new Uint8Array(timeStampToken.toSchema().toBER(false));
  const given = TSTInfo.fromBER(contentOf(signedDataOf(token))).nonce;
  if (!given || !integer(nonce).equals(Buffer.from(given.toBER(false))))
    throw new StampRefused('The time stamp answers another question.');
  return token;
}

function signedDataOf(token: Uint8Array): SignedData {
  return new SignedData({ schema: ContentInfo.fromBER(token).content });
}

function contentOf(signed: SignedData): ArrayBuffer {
  const { eContent } = signed.encapContentInfo;
  if (!(eContent instanceof OctetString)) throw new StampRefused('The time stamp is empty.');
  return eContent.getValue();
}

function derOf(certificate: Certificate): Uint8Array {
  return new Uint8Array(certificate.toSchema().toBER(false));
}

function copied(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
