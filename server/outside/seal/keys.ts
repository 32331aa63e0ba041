import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { cmsSignerOf, type CmsSigner } from './cms.ts';
import { unfitness } from './fitness.ts';
import { certificatesIn, writePrivateFile, readIfThere, rememberRoot, trustedRoots } from './key-files.ts';
import { makeRevocationList } from './revocation-list.ts';
import { makeIdentity, renewLeaf } from './self-signed.ts';
import type { SelfSignedKeys } from './self-signed.ts';
import { openP12 } from './p12.ts';

export type SealKeys = {
  /** DER certificate whose key seals. */
  leaf: Uint8Array;
  /** DER certificates from the leaf's issuer to its root; empty for a certificate that stands alone. */
  chain: readonly Uint8Array[];
  /** DER certificates that vouch for seals, those of earlier keys of this folder included. */
  trusted: readonly Uint8Array[];
  /** A self-signed certificate: readers outside the organisation do not trust it. */
  isSelfSigned: boolean;
  /** Why nothing may be sealed with these keys whatever the time is, as a sentence for the administrator. */
  unfit?: string | undefined;
  /** The certificates' parts of each signature. */
  cmsSigner: CmsSigner;
  /** SHA-256 with the leaf's key; ECDSA answers in DER. */
  sign: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** Signs an empty revocation list of the root that this server made, at epoch ms; absent for keys that were given. */
  makeRevocationList?: (now: number) => Uint8Array;
};

type OpenedKeys = Omit<SealKeys, 'trusted' | 'cmsSigner'>;

export type SealKeyOptions = {
  /** The server's data folder; keys stand in its folder `seal`. */
  dataDir: string;
  /** PKCS#12 file of the organisation; when absent, keys are generated once and stored in `dataDir`. */
  p12Path?: string;
  p12Passphrase?: string;
  /** PEM file with certificates of its chain that it lacks. */
  p12ChainPath?: string;
  organisationName: string;
  /** Epoch ms. */
  now: number;
};

/** Thrown at start when the keys cannot be used; the message is a sentence for the administrator. */
export class SealKeysRefused extends Error {
  override name = 'SealKeysRefused';
}

/**
 * Opens the organisation's sealing keys, or makes a pair at the first start: ECDSA P-256, a root and a leaf that may only
 * sign documents. Files are readable by their owner alone and appear whole or not at all. Keys that are not fit for sealing are opened
 * all the same: they say so, and nothing is sealed with them.
 *
 * @throws SealKeysRefused when a file is missing or damaged; never makes keys in its place
 */
export async function openSealKeys(options: SealKeyOptions): Promise<SealKeys> {
  const folder = join(options.dataDir, 'seal');
  const { p12Path: path, p12Passphrase: passphrase = '', p12ChainPath: chainPath } = options;
  const keys = path === undefined ? await ownKeys(folder, options) : await providedKeys({ path, passphrase, chainPath });
  await rememberRoot(folder, keys.chain.at(-1) ?? keys.leaf);
  return { ...keys, trusted: await trustedRoots(folder), cmsSigner: cmsSignerOf(keys) };
}

type ProvidedKeys = { readonly path: string; readonly passphrase: string; readonly chainPath?: string | undefined };

/** Tries the organisation's PKCS#12 file. @throws SealKeysRefused as {@link openSealKeys} */
export async function checkSealP12(provided: ProvidedKeys): Promise<void> {
  await providedKeys(provided);
}

async function providedKeys({ path, passphrase, chainPath }: ProvidedKeys): Promise<OpenedKeys> {
  const file = await readIfThere(path);
  if (!file) throw new SealKeysRefused('The file named by SEAL_P12 does not exist.');
  const opened = await openP12(file, passphrase, chainPath === undefined ? [] : await chainIn(chainPath));
  if (typeof opened === 'string') throw new SealKeysRefused(opened);
  return { ...opened, isSelfSigned: false, unfit: unfitness(opened) };
}

async function chainIn(path: string): Promise<X509Certificate[]> {
  const file = await readIfThere(path);
  if (!file) throw new SealKeysRefused('The file named by SEAL_CHAIN does not exist.');
  const certificates = certificatesIn(file);
  if (!certificates) throw new SealKeysRefused('The file named by SEAL_CHAIN holds no certificates in PEM.');
  return certificates;
}

async function ownKeys(folder: string, { organisationName, now }: SealKeyOptions): Promise<OpenedKeys> {
  const path = join(folder, 'keys.json');
  const stored = await readIfThere(path);
  const before = stored && parseStored(stored.toString('utf8'));
  const current = before ? await renewLeaf(before, organisationName, now) : await makeIdentity(organisationName, now);
  if (current !== before) await writePrivateFile(path, JSON.stringify(current));
  const key = createPrivateKey(current.leafKey);
  return {
    leaf: new X509Certificate(current.leaf).raw,
    chain: [new X509Certificate(current.root).raw],
    isSelfSigned: true,
    sign: (bytes) => Promise.resolve(signed(bytes, key)),
    makeRevocationList: (at) => makeRevocationList(current, at),
  };
}

function parseStored(text: string): SelfSignedKeys {
  try {
    const { root, rootKey, leaf, leafKey }: Record<string, unknown> = JSON.parse(text);
    if (![root, rootKey, leaf, leafKey].every((part) => typeof part === 'string')) throw new TypeError('a part is missing');
    const stored = { root: String(root), rootKey: String(rootKey), leaf: String(leaf), leafKey: String(leafKey) };
    const certificate = new X509Certificate(stored.leaf);
    if (!certificate.checkPrivateKey(createPrivateKey(stored.leafKey))) throw new TypeError('the parts do not fit');
    return stored;
  } catch {
    throw new SealKeysRefused('The sealing keys in the data folder are damaged. Restore seal/keys.json from a backup.');
  }
}

function signed(bytes: Uint8Array, key: KeyObject): Uint8Array {
  return new Uint8Array(sign('sha256', bytes, key));
}
