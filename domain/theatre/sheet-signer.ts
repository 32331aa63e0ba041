import { isSameName, nameWords } from '#domain/values/same-identity.ts';
import { DASHES } from '#domain/values/signs-in-names.ts';
import { ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { SignerState } from '#domain/base/states.ts';
import type { SheetEntry } from './theatre-sheet.ts';

type SheetSigner = {
  readonly role: SignerRole;
  readonly name: string;
  readonly state: SignerState;
  readonly signing_order: number;
};

type Written = Pick<SheetEntry, 'signer' | 'role'>;

/** The signers of a form who may be meant by what was written: those of the role, else those whose no counts by itself. */
export function possibleSigners<T extends SheetSigner>(signers: readonly T[], role: SignerRole | null): T[] {
  return signers.filter((each) => (role === null ? ROLE_RULES[each.role].mayDecline === 'counts' : each.role === role));
}

/**
 * The one signer of a form who said no on paper; undefined where that is not certain. The only one who may be meant is given whatever the
 * name: whether it fits tells {@link fitsSigner}.
 */
export function declinerOf<T extends SheetSigner>(signers: readonly T[], { signer, role }: Written): T | undefined {
  const mayBe = possibleSigners(signers, role);
  if (mayBe.length <= 1) return mayBe[0];
  const named = mayBe.filter(({ name }) => isSameName(name, signer));
  return named.length === 1 ? named[0] : undefined;
}

/** Whether what was written is the name of somebody who may be meant; outcomes that name nobody fit. */
export function fitsSigner(signers: readonly SheetSigner[], { outcome, signer, role }: SheetEntry): boolean {
  if (outcome !== 'AGREED' && outcome !== 'DECLINED') return true;
  return possibleSigners(signers, role).some(({ name }) => isNameOf(signer, name));
}

/**
 * Whether a name may be a shorter way to write another: `M. Beech` and `Beech, Mary` are `Mary Ann Beech`, `Beech` alone may be another
 * one of the family [choice].
 */
function isNameOf(written: string, name: string): boolean {
  if (isSameName(written, name)) return true;
  const words = nameWords(closedUp(written));
  const left = nameWords(closedUp(name));
  // A form that names nobody has nothing to compare.
  if (left.length === 0) return true;
  if (words.length < 2 && left.length > 1) return false;
  const isInitial = (word: string) => [...word].length === 1;
  // Whole words first: an initial must not use up the word of another.
  const whole = words.filter((word) => !isInitial(word));
  for (const word of [...whole, ...words.filter(isInitial)]) {
    const at = left.findIndex((each) => (isInitial(word) ? each.startsWith(word) : each === word));
    if (at === -1) return false;
    left.splice(at, 1);
  }
  return whole.length > 0;
}

const DASH = new RegExp(`[${DASHES}]`, 'gu');

/** A double name is one word: half of it may be another one's of the family. */
function closedUp(name: string): string {
  return name.replaceAll(DASH, '');
}
