import { randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { OctetString } from 'asn1js';
import { Certificate, ContentInfo, CryptoEngine, PKIStatus, SignedData, TimeStampResp, TSTInfo } from 'pkijs';
import { sha256 } from './cms.ts';
import { integer, nothing, octets, oid, sequence, tlv } from './der.ts';

/** Passed explicitly: the PDF library replaces the global engine of pkijs while it opens keys. */
const engine = new CryptoEngine({ name: 'node', crypto: webcrypto, subtle: webcrypto.subtle });

const SHA256 = '2.16.840.1.101.3.4.2.1';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** An answer is a few kilobytes; more is not a time stamp. */
const STAMP_BYTES_MOST = 64 * 1024;

/** Thrown when the time-stamp authority is down, slow, or answers something else than a stamp. */
export class StampRefused extends Error {
  override name = 'StampRefused';
}

/**
 * Asks an RFC 3161 authority for a stamp over some content and checks it before it is used.
 *
 * @param timeoutMs - for the whole exchange
 * @returns the DER time-stamp token, and when it says it was made (epoch ms)
 * @throws StampRefused for every failure
 */
export async function requestStamp(
  content: Uint8Array,
  tsaUrl: string,
  timeoutMs: number,
): Promise<{ token: Uint8Array; stampedAt: number }> {
  try {
    const nonce = randomBytes(8);
    const answer = await fetch(tsaUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: new Uint8Array(request(sha256(content), nonce)),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    if (!answer.ok) throw new StampRefused('The time-stamp authority refused the request.');
    const token = tokenOf(await limitedBody(answer), nonce);
    const stampedAt = await checkStamp(token, content);
    if (stampedAt === undefined) throw new StampRefused('The time stamp does not fit the content.');
    return { token, stampedAt };
  } catch (error) {
    if (error instanceof StampRefused) throw error;
    throw new StampRefused('The time-stamp authority could not be reached.', { cause: error });
  }
}

/**
 * Checks that a token is a stamp over this content, signed by a certificate for time stamping.
 * Whether that certificate is to be trusted is for the reader's trust list.
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

async function limitedBody(answer: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > STAMP_BYTES_MOST) throw new StampRefused('The time-stamp authority sent too much.');
    parts.push(part);
  }
  return Buffer.concat(parts);
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
