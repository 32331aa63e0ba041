import { openSealKeys } from './keys.ts';
import type { SealKeyOptions } from './keys.ts';
import { sealPdf } from './seal.ts';
import type { SealedPdf } from './seal.ts';
import { verifySeal } from './verify.ts';
import type { SealVerdict } from './verify.ts';

export type Sealer = {
  /** Seals a whole PDF; `reason` is shown by PDF readers and holds no patient data. */
  seal(pdf: Uint8Array, reason: string): Promise<SealedPdf>;
  /** Says whether a file is one of ours, exactly as sealed. Never throws. */
  verify(bytes: Uint8Array): Promise<SealVerdict>;
  /** The keys were made by this server: the verify page says so. */
  isSelfSigned: boolean;
};

export type SealerOptions = Omit<SealKeyOptions, 'now'> & {
  /** RFC 3161 authority. */
  tsaUrl?: string;
  tsaTimeoutMs?: number;
  /** Epoch ms. */
  clock: () => number;
};

/**
 * Opens the keys once and seals with them.
 *
 * @throws SealKeysRefused when the keys cannot be used
 */
export async function openSealer({ tsaUrl, tsaTimeoutMs, clock, ...keyOptions }: SealerOptions): Promise<Sealer> {
  const keys = await openSealKeys({ ...keyOptions, now: clock() });
  const stamping = { ...(tsaUrl !== undefined && { tsaUrl }), ...(tsaTimeoutMs !== undefined && { tsaTimeoutMs }) };
  return {
    seal: (pdf, reason) => sealPdf(pdf, keys, { reason, now: clock(), ...stamping }),
    verify: (bytes) => verifySeal(bytes, keys.trusted),
    isSelfSigned: keys.isSelfSigned,
  };
}
