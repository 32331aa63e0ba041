import type { Verdict } from '#contract/reference.ts';
import { lastSignerOf, leafFacts } from '#server/outside/seal/signer.ts';
import type { SealTrust } from '#server/work/integrity/seal-leaves.ts';

export type SealFacts = Pick<Verdict, 'selfMadeSeal' | 'weak'>;

/** Those of a file without a seal of ours. */
export const NO_SEAL_FACTS: SealFacts = { selfMadeSeal: false, weak: false };

/**
 * The facts of the certificate that sealed a file: as it is listed, or, until the list was filled, as it says itself. Verdicts by the
 * printed code and by the file both ask this function.
 *
 * @param leaf - SHA-256 of the certificate, hex; that of the last signature when absent
 */
export function sealFacts({ row, isOurs }: SealTrust, file: Uint8Array, leaf?: string): SealFacts {
  const signer = lastSignerOf(file);
  const own = signer && leafFacts(signer.leaf, signer.certificates);
  const sha256 = leaf ?? own?.sha256;
  if (sha256 === undefined || !isOurs(sha256)) return NO_SEAL_FACTS;
  const listed = row(sha256);
  if (listed !== undefined) return { selfMadeSeal: listed.self_made, weak: listed.facts.includes('WEAK') };
  return own?.sha256 === sha256 ? { selfMadeSeal: own.isSelfMade, weak: own.isWeak } : NO_SEAL_FACTS;
}
