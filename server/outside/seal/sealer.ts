import { X509Certificate } from 'node:crypto';
import { sha256Hex } from '#server/sha256.ts';
import { openArchives, type Archives, type ArchivesOptions } from './archives.ts';
import { readIfThere } from './key-files.ts';
import { openSealKeys, SealKeysRefused, type SealKeyOptions, type SealKeys } from './keys.ts';
import { reserveGap } from './reserve-gap.ts';
import { sealPdf, type SealedPdf } from './seal.ts';
import { leafFacts, type SealLeaf } from './signer.ts';
import { checkStamp } from './stamp.ts';
import { verifySealed } from './verify-archive.ts';
import type { SealVerdict } from './verify.ts';

/** Why nothing is sealed now: the certificate has ended, or a sentence for the administrator. `endedAt` epoch ms. */
export type SealingFault = { readonly endedAt: number } | { readonly sentence: string };

/** Thrown while nothing may be sealed; what was signed waits. */
export class SealingStopped extends Error {
  override name = 'SealingStopped';
}

export type Sealer = Archives & {
  /**
   * Seals a whole PDF; `reason` is shown by PDF readers and holds no patient data.
   *
   * @throws SealingStopped while the keys are not fit for it
   */
  seal(pdf: Uint8Array, reason: string): Promise<SealedPdf>;
  /**
   * Says whether a file is one of ours, exactly as sealed. @param leaves - the certificates whose seals are ours, DER; without them those
   * of the authorities under which this server ever sealed
   *
   * @throws Busy when it cannot be checked now
   */
  verify(bytes: Uint8Array, leaves?: readonly Uint8Array[]): Promise<SealVerdict>;
  /** When a token stamped this very file, epoch ms; undefined for anything that is not such a stamp. */
  checkStamp(token: Uint8Array, file: Uint8Array): Promise<number | undefined>;
  /** Why nothing is sealed now; undefined while it is. */
  fault(): SealingFault | undefined;
  /** Why the newest key file was not taken, as a sentence for the administrator; undefined where it was. */
  refused(): string | undefined;
  /**
   * Takes new keys where there are some: another file of the organisation, or a leaf of its own in place of one that ends.
   *
   * @param list - lists their certificate as ours, before anything is sealed with it
   * @throws Error of `list`: the present keys then go on
   */
  renew(list: (leaf: SealLeaf) => Promise<void>): Promise<'SAME' | 'TAKEN' | 'REFUSED'>;
  /** The certificate that seals. */
  readonly leaf: SealLeaf;
  /** DER certificates that vouch for seals of this server, those of earlier keys included. */
  readonly roots: readonly Uint8Array[];
  /** The keys were made by this server. */
  readonly isSelfSigned: boolean;
  /** End of the certificate that seals, epoch ms. */
  readonly endsAt: number;
};

export type SealerOptions = Omit<SealKeyOptions, 'now'> &
  ArchivesOptions & {
    /** Checks a file against the DER certificates that are trusted; in the calling thread when absent. */
    verify?: typeof verifySealed;
    /** Writes the signature field of a document; in the calling thread when absent. */
    reserve?: typeof reserveGap;
  };

/**
 * Opens the keys and seals with them, for as long as they are fit for it.
 *
 * @throws SealKeysRefused when the keys cannot be opened
 */
export async function openSealer({ verify = verifySealed, reserve = reserveGap, ...options }: SealerOptions): Promise<Sealer> {
  const { clock } = options;
  const open = async () => withFacts(await openSealKeys({ ...options, now: clock() }));
  let seen = await filesDigest(options);
  let refused: string | undefined;
  let keys = await open();
  const archives = await openArchives(options, { keys: () => keys, verify });
  const fault = () => faultOf(keys, clock());
  const refuse = (sentence: string) => {
    refused = sentence;
    return 'REFUSED' as const;
  };

  async function renew(list: (leaf: SealLeaf) => Promise<void>): Promise<'SAME' | 'TAKEN' | 'REFUSED'> {
    const files = await filesDigest(options);
    // Keys of this server's own are renewed by the clock.
    if (options.p12Path !== undefined && files === seen) return 'SAME';
    seen = files;
    const next = await open().catch((error: unknown) => {
      if (error instanceof SealKeysRefused) return error.message;
      throw error;
    });
    if (typeof next === 'string') return refuse(next);
    const sentence = sentenceOf(next, clock());
    // Keys that cannot seal take the place of none that can.
    if (sentence !== undefined && fault() === undefined) return refuse(sentence);
    refused = undefined;
    if (next.cmsSigner.certificates.equals(keys.cmsSigner.certificates) && next.unfit === keys.unfit) return 'SAME';
    try {
      await list(next.facts);
    } catch (error) {
      seen = undefined;
      throw error;
    }
    keys = next;
    return 'TAKEN';
  }

  return {
    ...archives,
    async seal(pdf, reason) {
      const present = keys;
      const stopped = sentenceOf(present, clock());
      if (stopped !== undefined) throw new SealingStopped(stopped);
      return sealPdf(pdf, present, { reason, now: clock(), reserveGap: reserve });
    },
    verify: (bytes, leaves = keys.trusted) => verify(bytes, leaves, { anchors: keys.trusted, stampRoots: archives.stampRoots }),
    checkStamp,
    fault,
    refused: () => refused,
    renew,
    get leaf() {
      return keys.facts;
    },
    get roots() {
      return keys.trusted;
    },
    get isSelfSigned() {
      return keys.isSelfSigned;
    },
    get endsAt() {
      return Date.parse(keys.facts.notAfter);
    },
  };
}

type KeysWithFacts = SealKeys & { readonly facts: SealLeaf };

function withFacts(keys: SealKeys): KeysWithFacts {
  const [leaf, ...chain] = [keys.leaf, ...keys.chain].map((der) => new X509Certificate(der));
  if (leaf === undefined) throw new Error('keys without a certificate');
  return { ...keys, facts: leafFacts(leaf, chain) };
}

/** Looked at for each seal: a certificate ends while a server runs. */
function faultOf(keys: KeysWithFacts, now: number): SealingFault | undefined {
  const { unfit, facts } = keys;
  if (unfit !== undefined) return { sentence: unfit };
  if (now < Date.parse(facts.notBefore)) return { sentence: `${certificateOf(keys)} is not valid yet.` };
  return now > Date.parse(facts.notAfter) ? { endedAt: Date.parse(facts.notAfter) } : undefined;
}

function sentenceOf(keys: KeysWithFacts, now: number): string | undefined {
  const fault = faultOf(keys, now);
  if (fault === undefined) return undefined;
  return 'sentence' in fault ? fault.sentence : `${certificateOf(keys)} is out of date.`;
}

function certificateOf({ isSelfSigned }: SealKeys): string {
  return isSelfSigned ? 'The certificate that this server made' : 'The certificate in SEAL_P12';
}

/** One digest over the files that the organisation gave; undefined without any. */
async function filesDigest({ p12Path, p12ChainPath }: Omit<SealKeyOptions, 'now'>): Promise<string | undefined> {
  if (p12Path === undefined) return undefined;
  const files = [await readIfThere(p12Path), p12ChainPath === undefined ? undefined : await readIfThere(p12ChainPath)];
  return files.map((file) => (file === undefined ? '' : sha256Hex(file))).join();
}
