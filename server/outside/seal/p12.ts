import { verify, X509Certificate } from 'node:crypto';
import { P12Signer, SignerError } from '@libpdf/core';
import { isSignedBy } from './certificates.ts';

export type OpenedP12 = {
  leaf: Uint8Array;
  chain: readonly Uint8Array[];
  sign: (bytes: Uint8Array) => Promise<Uint8Array>;
};

/**
 * Opens a PKCS#12 file, modern or legacy encryption; answers with a sentence for the administrator when it cannot.
 *
 * @param beside - certificates of its chain that the file may lack
 */
export async function openP12(
  file: Uint8Array,
  passphrase: string,
  beside: readonly X509Certificate[] = [],
): Promise<OpenedP12 | string> {
  const signer = await open(file, passphrase);
  if (typeof signer === 'string') return signer;
  const sign = (bytes: Uint8Array): Promise<Uint8Array> => signer.sign(bytes, 'SHA-256');
  const own = [signer.certificate, ...signer.certificateChain].map((der) => new X509Certificate(der));
  const certificates = [...own, ...beside.filter(({ raw }) => !own.some((one) => one.raw.equals(raw)))];
  const sample = Buffer.from('Does this key belong to this certificate?');
  const signature = await sign(sample);
  // The order inside such a file is anybody's choice: the leaf is the certificate that the key fits.
  const leaf = certificates.find(({ publicKey }) => verify('sha256', sample, publicKey, signature));
  if (!leaf) return 'The file named by SEAL_P12 holds no certificate for its key.';
  return { leaf: leaf.raw, chain: chainFrom(leaf, certificates).map(({ raw }) => raw), sign };
}

async function open(file: Uint8Array, passphrase: string): Promise<P12Signer | string> {
  try {
    return await P12Signer.create(file, passphrase);
  } catch (error) {
    if (!(error instanceof SignerError)) throw error;
    if (/password|integrity/i.test(error.message)) return 'SEAL_P12_PASSPHRASE does not open the file named by SEAL_P12.';
    if (/key/i.test(error.message)) return 'The file named by SEAL_P12 holds no RSA or elliptic-curve key.';
    return 'The file named by SEAL_P12 cannot be read as PKCS#12.';
  }
}

function chainFrom(leaf: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let current: X509Certificate | undefined = leaf; current && chain.length < all.length;) {
    const child: X509Certificate = current;
    current = all.find((other) => other !== leaf && !chain.includes(other) && isSignedBy(child, other));
    if (current) chain.push(current);
  }
  return chain;
}
