import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { AuthenticatedSafe, CertBag, Certificate, CryptoEngine, PFX, PrivateKeyInfo, SafeBag, SafeContents } from 'pkijs';
import { DAY } from '#domain/base/limits.ts';
import { integer, nothing, octets, oid, sequence, setOf, tlv } from '#server/outside/seal/der.ts';

/** A certificate of a test with its key. */
export type MadeCertificate = { readonly der: Buffer; readonly name: string; readonly key: string };

type KeyKind = { readonly rsa: number } | { readonly curve: string };
type Wanted = {
  readonly name: string;
  /** the authority that signs it; itself unless given */
  readonly issuer?: MadeCertificate;
  readonly key?: KeyKind;
  /** an earlier certificate of the same key */
  readonly former?: MadeCertificate;
  readonly hash?: 'sha256' | 'sha1' | 'md5';
  readonly isCa?: boolean;
  /** object identifiers of extended usages; none unless given */
  readonly uses?: readonly string[];
  /** the first byte of the key usage; absent unless given */
  readonly keyUsage?: number;
  /** epoch ms */
  readonly from?: number;
  readonly until?: number;
};

const ALGORITHMS = {
  rsa: { sha256: '1.2.840.113549.1.1.11', sha1: '1.2.840.113549.1.1.5', md5: '1.2.840.113549.1.1.4' },
  ec: { sha256: '1.2.840.10045.4.3.2', sha1: '1.2.840.10045.4.1', md5: '1.2.840.10045.4.3.2' },
} as const;

/** Makes a certificate of any kind, fit or not. */
export function makeCertificate({
  name,
  issuer,
  key: kind = { curve: 'P-256' },
  former,
  hash = 'sha256',
  isCa = issuer === undefined,
  uses,
  keyUsage,
  from = Date.UTC(2026, 0, 1),
  until = from + 3650 * DAY,
}: Wanted): MadeCertificate {
  const key = former?.key ?? newKey(kind);
  const signer = createPrivateKey(issuer?.key ?? key);
  const type = signer.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec';
  const algorithm = sequence(oid(ALGORITHMS[type][hash]), ...(type === 'rsa' ? [nothing()] : []));
  const extensions = [
    ...(isCa ? [extension('2.5.29.19', sequence(tlv(0x01, Buffer.from([0xff]))), true)] : []),
    ...(keyUsage === undefined ? [] : [extension('2.5.29.15', tlv(0x03, Buffer.from([0, keyUsage])), true)]),
    ...(uses === undefined ? [] : [extension('2.5.29.37', sequence(...uses.map((each) => oid(each))))]),
  ];
  const content = sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(randomBytes(12)),
    algorithm,
    nameOf(issuer?.name ?? name),
    sequence(timeOf(from), timeOf(until)),
    nameOf(name),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    ...(extensions.length === 0 ? [] : [tlv(0xa3, sequence(...extensions))]),
  );
  const signature = sign(hash, content, signer);
  return { name, key, der: sequence(content, algorithm, tlv(0x03, Buffer.from([0]), signature)) };
}

/** A PKCS#12 file of a key with certificates beside it. */
export async function makeP12(leaf: MadeCertificate, beside: readonly MadeCertificate[], passphrase: string): Promise<Buffer> {
  const engine = new CryptoEngine({ name: 'node', crypto: globalThis.crypto, subtle: globalThis.crypto.subtle });
  const pkcs8 = createPrivateKey(leaf.key).export({ type: 'pkcs8', format: 'der' });
  const bags = [
    new SafeBag({ bagId: '1.2.840.113549.1.12.10.1.1', bagValue: PrivateKeyInfo.fromBER(pkcs8) }),
    ...[leaf, ...beside].map(
      ({ der }) =>
        new SafeBag({
          bagId: '1.2.840.113549.1.12.10.1.3',
          bagValue: new CertBag({ parsedValue: Certificate.fromBER(new Uint8Array(der)) }),
        }),
    ),
  ];
  const authenticatedSafe = new AuthenticatedSafe({
    parsedValue: { safeContents: [{ privacyMode: 0, value: new SafeContents({ safeBags: bags }) }] },
  });
  const file = new PFX({ parsedValue: { integrityMode: 0, authenticatedSafe } });
  await authenticatedSafe.makeInternalValues({ safeContents: [{}] }, engine);
  const password = new TextEncoder().encode(passphrase).buffer;
  await file.makeInternalValues(
    { password, iterations: 1, pbkdf2HashAlgorithm: 'SHA-256', hmacHashAlgorithm: 'SHA-256' },
    engine,
  );
  return Buffer.from(file.toSchema().toBER());
}

export function pemOf({ der }: MadeCertificate): string {
  return new X509Certificate(der).toString();
}

function newKey(kind: KeyKind): string {
  const pair =
    'rsa' in kind
      ? generateKeyPairSync('rsa', { modulusLength: kind.rsa })
      : generateKeyPairSync('ec', { namedCurve: kind.curve });
  return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(oid(id), ...(isCritical ? [tlv(0x01, Buffer.from([0xff]))] : []), octets(value));
}

function nameOf(name: string): Buffer {
  return sequence(setOf(0x31, [sequence(oid('2.5.4.3'), tlv(0x0c, Buffer.from(name)))]));
}

/** In the long form, which every year has. */
function timeOf(at: number): Buffer {
  return tlv(0x18, Buffer.from(new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '')));
}
