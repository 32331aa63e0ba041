import { isInterpreter, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { Deps } from '#server/deps.ts';

/**
 * The six digits that staff read out to an interpreter who has no agency number; null for everybody else. They follow from the link, so
 * that staff can read them again: nothing of them is stored.
 */
export function interpreterCode(
  { id, role }: { readonly id: string; readonly role: SignerRole },
  agencyId: string | null | undefined,
  { chainKey }: Pick<Deps, 'chainKey'>,
): string | null {
  if (!isInterpreter(role) || (agencyId ?? '') !== '') return null;
  const number = Number.parseInt(chainKey.mac(`code of link ${id}`).slice(0, 12), 16);
  return String(number % 1_000_000).padStart(6, '0');
}
