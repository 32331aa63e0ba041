import { X509Certificate } from 'node:crypto';
import { openArchives, type Archives, type ArchivesOptions } from './archives.ts';
import { openSealKeys } from './keys.ts';
import type { SealKeyOptions } from './keys.ts';
import { reserveGap } from './reserve-gap.ts';
import { sealPdf } from './seal.ts';
import type { SealedPdf } from './seal.ts';
import { checkStamp } from './stamp.ts';
import { verifySealed } from './verify-archive.ts';
import type { SealVerdict } from './verify.ts';

export type Sealer = Archives & {
  /** Seals a whole PDF; `reason` is shown by PDF readers and holds no patient data. */
  seal(pdf: Uint8Array, reason: string): Promise<SealedPdf>;
  /** Says whether a file is one of ours, exactly as sealed. @throws Busy when it cannot be checked now */
  verify(bytes: Uint8Array): Promise<SealVerdict>;
  /** When a token stamped this very file, epoch ms; undefined for anything that is not such a stamp. */
  checkStamp(token: Uint8Array, file: Uint8Array): Promise<number | undefined>;
  /** The keys were made by this server: the verify page says so. */
  isSelfSigned: boolean;
  /** End of the certificate that seals, epoch ms. */
  endsAt: number;
};

export type SealerOptions = Omit<SealKeyOptions, 'now'> &
  ArchivesOptions & {
    /** Checks a file against the DER certificates that are trusted; in the calling thread when absent. */
    verify?: typeof verifySealed;
    /** Writes the signature field of a document; in the calling thread when absent. */
    reserve?: typeof reserveGap;
  };

/**
 * Opens the keys once and seals with them.
 *
 * @throws SealKeysRefused when the keys cannot be used
 */
export async function openSealer({ verify = verifySealed, reserve = reserveGap, ...options }: SealerOptions): Promise<Sealer> {
  const { clock } = options;
  const keys = await openSealKeys({ ...options, now: clock() });
  const archives = await openArchives(options, { keys: () => keys, verify });
  return {
    ...archives,
    seal: (pdf, reason) => sealPdf(pdf, keys, { reason, now: clock(), reserveGap: reserve }),
    verify: (bytes) => verify(bytes, keys.trusted, archives.stampRoots),
    checkStamp,
    isSelfSigned: keys.isSelfSigned,
    endsAt: Date.parse(new X509Certificate(keys.leaf).validTo),
  };
}
