import { X509Certificate } from 'node:crypto';
import { openSealKeys } from './keys.ts';
import type { SealKeyOptions } from './keys.ts';
import { reserveGap } from './reserve-gap.ts';
import { sealPdf } from './seal.ts';
import type { SealedPdf } from './seal.ts';
import { checkStamp, requestStamp } from './stamp.ts';
import { verifySeal } from './verify.ts';
import type { SealVerdict } from './verify.ts';

export type Sealer = {
  /** Seals a whole PDF; `reason` is shown by PDF readers and holds no patient data. */
  seal(pdf: Uint8Array, reason: string): Promise<SealedPdf>;
  /** Says whether a file is one of ours, exactly as sealed. @throws Busy when it cannot be checked now */
  verify(bytes: Uint8Array): Promise<SealVerdict>;
  /**
   * Asks the authority for an RFC 3161 token over a file; absent where no authority is set.
   *
   * @throws StampRefused when it is down, slow, or answers something else
   */
  requestStamp?: (file: Uint8Array) => Promise<{ token: Uint8Array; stampedAt: number }>;
  /** When a token stamped this very file, epoch ms; undefined for anything that is not such a stamp. */
  checkStamp(token: Uint8Array, file: Uint8Array): Promise<number | undefined>;
  /** The keys were made by this server: the verify page says so. */
  isSelfSigned: boolean;
  /** End of the certificate that seals, epoch ms. */
  endsAt: number;
};

export type SealerOptions = Omit<SealKeyOptions, 'now'> & {
  /** RFC 3161 authority. */
  tsaUrl?: string;
  /** For the whole exchange with the authority; 5,000 ms when absent. */
  tsaTimeoutMs?: number;
  /** Epoch ms. */
  clock: () => number;
  /** Checks a file against the DER certificates that are trusted; in the calling thread when absent. */
  verify?: (bytes: Uint8Array, trusted: readonly Uint8Array[]) => Promise<SealVerdict>;
  /** Writes the signature field of a document; in the calling thread when absent. */
  reserve?: typeof reserveGap;
};

/**
 * Opens the keys once and seals with them.
 *
 * @throws SealKeysRefused when the keys cannot be used
 */
export async function openSealer({
  tsaUrl,
  tsaTimeoutMs,
  clock,
  verify = verifySeal,
  reserve = reserveGap,
  ...keyOptions
}: SealerOptions): Promise<Sealer> {
  const keys = await openSealKeys({ ...keyOptions, now: clock() });
  return {
    seal: (pdf, reason) => sealPdf(pdf, keys, { reason, now: clock(), reserveGap: reserve }),
    verify: (bytes) => verify(bytes, keys.trusted),
    checkStamp,
    isSelfSigned: keys.isSelfSigned,
    endsAt: Date.parse(new X509Certificate(keys.leaf).validTo),
    ...(tsaUrl !== undefined && { requestStamp: (file: Uint8Array) => requestStamp(file, tsaUrl, tsaTimeoutMs ?? 5000) }),
  };
}
