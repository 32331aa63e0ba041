import { createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Integer, ObjectIdentifier, OctetString, Sequence, Utf8String } from 'asn1js';
import * as pkijs from 'pkijs';
import { sha256 } from '#server/outside/seal/cms.ts';
import { TIME_STAMPING } from '#server/outside/seal/token.ts';

const engine = new pkijs.CryptoEngine({ name: 'node', crypto });
const P256 = { name: 'ECDSA', namedCurve: 'P-256' };

export type Tsa = {
  url: string;
  stampedAt: number;
  /** PEM of the certificate that stamps, which is its own root */
  root: string;
  /** how many requests came */
  asked: () => number;
  close: () => Promise<void>;
};

/** How an authority may misbehave. */
export type TsaFault =
  | 'none'
  | 'other digest'
  | 'other nonce'
  | 'forged'
  | 'not for stamping'
  | 'refuses'
  | 'silent'
  | 'junk'
  | 'endless';

/** The certificate of an authority that starts anew is the same as before. Times are epoch ms. */
export type TsaIdentity = Awaited<ReturnType<typeof stampingCertificate>>;

type TsaOptions = {
  /** any free one, unless given */
  port?: number;
  /** a moment of the demo day, unless given */
  clock?: () => number;
  identity?: TsaIdentity;
};

const DEMO_DAY = Date.UTC(2026, 10, 6, 14, 7, 0);

/** A small RFC 3161 time-stamp authority on the loopback address. */
export async function openTsa(
  fault: TsaFault = 'none',
  { port = 0, clock = () => DEMO_DAY, identity }: TsaOptions = {},
): Promise<Tsa> {
  const own =
    identity ?? (await stampingCertificate({ usage: fault === 'not for stamping' ? '1.3.6.1.5.5.7.3.4' : TIME_STAMPING }));
  const answer = authority(own, { clock, fault });
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (fault === 'silent') return;
      response.setHeader('content-type', 'application/timestamp-reply');
      if (fault === 'junk') return void response.end('not a stamp');
      if (fault === 'endless') return void response.end(Buffer.alloc(1024 * 1024, 0x30));
      answer(Buffer.concat(parts)).then(
        (reply) => response.end(Buffer.from(reply)),
        (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
      );
    });
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  // A server that listens on a port has this form of address.
  const { port: opened } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${opened}/`,
    stampedAt: DEMO_DAY,
    root: new X509Certificate(new Uint8Array(own.certificate.toSchema().toBER(false))).toString(),
    asked: () => asked,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function authority(
  { key, certificate }: TsaIdentity,
  { clock, fault }: { clock: () => number; fault: TsaFault },
): (request: Buffer) => Promise<ArrayBuffer> {
  return async (bytes) => {
    const asked = pkijs.TimeStampReq.fromBER(new Uint8Array(bytes));
    if (fault === 'refuses') return response(pkijs.PKIStatus.rejection);
    if (fault === 'other digest') asked.messageImprint.hashedMessage = new OctetString({ valueHex: new Uint8Array(32).buffer });
    const info = new pkijs.TSTInfo({
      version: 1,
      policy: '1.2.3.4.1',
      messageImprint: asked.messageImprint,
      serialNumber: new Integer({ value: 7 }),
      genTime: new Date(clock()),
      ...(asked.nonce && { nonce: fault === 'other nonce' ? new Integer({ value: 1 }) : asked.nonce }),
    });
    const content = info.toSchema().toBER(false);
    const signed = new pkijs.SignedData({
      version: 3,
      encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: '1.2.840.113549.1.9.16.1.4' }),
      certificates: [certificate],
      signerInfos: [
        new pkijs.SignerInfo({
          version: 1,
          sid: new pkijs.IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
          signedAttrs: new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes: attributes(content, certificate) }),
        }),
      ],
    });
    // Set afterwards: the constructor would cut it into pieces, which authorities do not.
    signed.encapContentInfo.eContent = new OctetString({ valueHex: content });
    await signed.sign(key, 0, 'SHA-256', undefined, engine);
    if (fault === 'forged') flipLastBit(signed.signerInfos[0]?.signature);
    return response(
      pkijs.PKIStatus.granted,
      new pkijs.ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) }),
    );
  };
}

function attributes(content: ArrayBuffer, certificate: pkijs.Certificate): pkijs.Attribute[] {
  const certificateHash = octets(sha256(new Uint8Array(certificate.toSchema().toBER(false))));
  const ess = new Sequence({ value: [new Sequence({ value: [new Sequence({ value: [certificateHash] })] })] });
  return [
    new pkijs.Attribute({ type: '1.2.840.113549.1.9.3', values: [new ObjectIdentifier({ value: '1.2.840.113549.1.9.16.1.4' })] }),
    new pkijs.Attribute({ type: '1.2.840.113549.1.9.4', values: [octets(sha256(new Uint8Array(content)))] }),
    new pkijs.Attribute({ type: '1.2.840.113549.1.9.16.2.47', values: [ess] }),
  ];
}

function response(status: pkijs.PKIStatus, token?: pkijs.ContentInfo): ArrayBuffer {
  const info = new pkijs.PKIStatusInfo({ status });
  return new pkijs.TimeStampResp({ status: info, ...(token && { timeStampToken: token }) }).toSchema().toBER(false);
}

type CertificateWanted = {
  usage?: string;
  others?: readonly string[];
  isCritical?: boolean;
  from?: number;
  until?: number;
  serial?: number;
  name?: string;
};

/** A key and a certificate for it, which vouches for itself; for time stamping alone, unless other usages are given. */
export async function stampingCertificate({
  usage = TIME_STAMPING,
  others = [],
  isCritical = true,
  from = Date.UTC(2020, 0, 1),
  until = Date.UTC(2049, 0, 1),
  serial = 3,
  name: commonName = 'Demo time stamps',
}: CertificateWanted = {}): Promise<{ key: CryptoKey; certificate: pkijs.Certificate }> {
  const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  const spki = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  const certificate = new pkijs.Certificate({ version: 2, serialNumber: new Integer({ value: serial }) });
  certificate.notBefore.value = new Date(from);
  certificate.notAfter.value = new Date(until);
  const name = new pkijs.AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: commonName }) });
  certificate.subject.typesAndValues.push(name);
  certificate.issuer.typesAndValues.push(name);
  const usages = new pkijs.ExtKeyUsage({ keyPurposes: [usage, ...others] }).toSchema().toBER(false);
  certificate.extensions = [new pkijs.Extension({ extnID: '2.5.29.37', critical: isCritical, extnValue: usages })];
  await certificate.subjectPublicKeyInfo.importKey(
    await engine.importKey('spki', new Uint8Array(spki), P256, true, ['verify']),
    engine,
  );
  const key = await engine.importKey('pkcs8', new Uint8Array(pkcs8), P256, true, ['sign']);
  await certificate.sign(key, 'SHA-256', engine);
  return { key, certificate };
}

function octets(bytes: Uint8Array): OctetString {
  return new OctetString({ valueHex: new Uint8Array(bytes).buffer });
}

function flipLastBit(signature: OctetString | undefined): void {
  const bytes = signature?.valueBlock.valueHexView;
  if (bytes) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
}
