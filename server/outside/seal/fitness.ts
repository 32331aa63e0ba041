import { X509Certificate } from 'node:crypto';
import { BitString, fromBER } from 'asn1js';
import { Certificate, ExtKeyUsage, RSASSAPSSParams, type AlgorithmIdentifier } from 'pkijs';
import { commonNameOf, isSelfSigned } from './certificates.ts';

const SERVER = '1.3.6.1.5.5.7.3.1';
const CLIENT = '1.3.6.1.5.5.7.3.2';
/** Extended usages that are no signing of documents, in words. */
const OTHER_USES: Readonly<Record<string, string>> = {
  [SERVER]: 'web servers',
  '1.3.6.1.5.5.7.3.3': 'signing programs',
  '1.3.6.1.5.5.7.3.8': 'time stamps',
  '1.3.6.1.5.5.7.3.9': 'answers about revocation',
};
const KEY_USAGE = '2.5.29.15';
const EXTENDED_USAGE = '2.5.29.37';
/** Bits of the key usage: digitalSignature, nonRepudiation. */
const SIGNS = 0b1100_0000;
/** keyEncipherment, dataEncipherment, keyAgreement. */
const ENCRYPTS = 0b0011_1000;

const RSA_LEAST = 2048;
const CURVES = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
const PSS = '1.2.840.113549.1.1.10';
const SHA1 = '1.3.14.3.2.26';
/** Signatures over MD2, MD5 and SHA-1. */
const WEAK_SIGNATURES = new Set([
  '1.2.840.113549.1.1.2',
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.2.840.10045.4.1',
  '1.2.840.10040.4.3',
  '1.3.14.3.2.29',
]);

export const TOO_WEAK = 'The key in SEAL_P12 is too weak.';

/**
 * Why the organisation's certificate is not fit for sealing documents, as a sentence for the administrator; its times are not looked at.
 * Undefined for one that is fit.
 *
 * @param chain - DER, from the leaf's issuer on
 */
export function unfitness({ leaf, chain }: { leaf: Uint8Array; chain: readonly Uint8Array[] }): string | undefined {
  const certificates = [leaf, ...chain].map((der) => new X509Certificate(der));
  const [own, top] = [certificates[0], certificates.at(-1)];
  if (own === undefined || top === undefined) return undefined;
  const use = otherUse(own);
  if (use !== undefined)
    return `The certificate in SEAL_P12 is for ${use}, not for sealing documents. Ask for one with document signing.`;
  if (certificates.some(isWeakKey) || !hasUsualCurve(own) || certificates.some(isWeaklySigned)) return TOO_WEAK;
  const other = certificates.slice(1).find(({ ca }) => !ca);
  if (other !== undefined)
    return `${commonNameOf(other)} in SEAL_P12 may not issue certificates, so nobody can rely on the seals. Ask for a certificate of an authority that may.`;
  if (!isSelfSigned(top))
    return `SEAL_P12 lacks ${issuerName(top)}. Export it with its whole chain, or name the missing ones in SEAL_CHAIN.`;
  return undefined;
}

/** The use that a certificate is made for, where it is none of signing documents. One without any usage may do all. */
function otherUse(own: X509Certificate): string | undefined {
  if (own.ca) return 'issuing certificates';
  const uses = extendedUses(own);
  const other = uses.flatMap((each) => OTHER_USES[each] ?? [])[0];
  if (other !== undefined) return other;
  if (uses.length > 0 && uses.every((each) => each === CLIENT)) return 'signing in';
  const bits = keyUsageOf(own);
  if (bits === undefined || (bits & SIGNS) !== 0) return undefined;
  return (bits & ENCRYPTS) !== 0 ? 'encryption' : 'another use';
}

function isWeakKey({ publicKey: { asymmetricKeyType: type, asymmetricKeyDetails: details } }: X509Certificate): boolean {
  return type === 'dsa' || (type?.startsWith('rsa') === true && (details?.modulusLength ?? 0) < RSA_LEAST);
}

function hasUsualCurve({ publicKey: { asymmetricKeyType: type, asymmetricKeyDetails: details } }: X509Certificate): boolean {
  return type !== 'ec' || CURVES.has(details?.namedCurve ?? '');
}

/** Nobody relies on the signature of a root over itself. */
function isWeaklySigned(certificate: X509Certificate): boolean {
  if (isSelfSigned(certificate)) return false;
  const { signatureAlgorithm } = parsed(certificate);
  return WEAK_SIGNATURES.has(signatureAlgorithm.algorithmId) || isWeakPss(signatureAlgorithm);
}

/** Without parameters RSA-PSS is over SHA-1. */
function isWeakPss({ algorithmId, algorithmParams }: AlgorithmIdentifier): boolean {
  if (algorithmId !== PSS) return false;
  return new RSASSAPSSParams(algorithmParams && { schema: algorithmParams }).hashAlgorithm.algorithmId === SHA1;
}

function extendedUses(certificate: X509Certificate): readonly string[] {
  const extension = extensionOf(certificate, EXTENDED_USAGE);
  return extension === undefined ? [] : new ExtKeyUsage({ schema: extension }).keyPurposes;
}

/** The first eight bits of the key usage; undefined without that extension. */
function keyUsageOf(certificate: X509Certificate): number | undefined {
  const extension = extensionOf(certificate, KEY_USAGE);
  return extension instanceof BitString ? (extension.valueBlock.valueHexView[0] ?? 0) : undefined;
}

function extensionOf(certificate: X509Certificate, id: string) {
  const found = parsed(certificate).extensions?.find(({ extnID }) => extnID === id);
  return found && fromBER(found.extnValue.valueBlock.valueHexView).result;
}

function parsed(certificate: X509Certificate): Certificate {
  return Certificate.fromBER(certificate.raw);
}

function issuerName(certificate: X509Certificate): string {
  return commonNameOf({ subject: certificate.issuer });
}
