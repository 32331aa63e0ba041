import type { Verdict } from '#contract/reference.ts';
import { lastSignerOf, leafFacts, type SealLeaf } from '#server/outside/seal/signer.ts';
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
  // A file that somebody sends is read only where the list does not answer.
  const listed = leaf !== undefined && isOurs(leaf) ? row(leaf) : undefined;
  if (listed !== undefined) return factsOfRow(listed);
  const own = lastLeafOf(file);
  const sha256 = leaf ?? own?.sha256;
  if (sha256 === undefined || !isOurs(sha256)) return NO_SEAL_FACTS;
  const found = row(sha256);
  if (found !== undefined) return factsOfRow(found);
  return own?.sha256 === sha256 ? { selfMadeSeal: own.isSelfMade, weak: own.isWeak } : NO_SEAL_FACTS;
}

function factsOfRow({ self_made: selfMadeSeal, facts }: NonNullable<ReturnType<SealTrust['row']>>): SealFacts {
  return { selfMadeSeal, weak: facts.includes('WEAK') };
}

/** The certificate of the last signature; undefined where nobody can read it: a stranger's may hold anything. */
function lastLeafOf(file: Uint8Array): SealLeaf | undefined {
  try {
    const signer = lastSignerOf(file);
    return signer && leafFacts(signer.leaf, signer.certificates);
  } catch {
    return undefined;
  }
}
