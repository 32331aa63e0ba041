import { isConsenter } from '#domain/consents/recipients.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';

type Signer = {
  readonly role: SignerRole;
  readonly required?: boolean | undefined;
  readonly signing_order: number;
  readonly name: string;
};

/** A question with its asker; role and place are unknown for questions from before both were stored. */
type SignerQuestion = {
  readonly askedBy: string;
  readonly role?: SignerRole | null | undefined;
  readonly signing_order?: number | null | undefined;
  readonly text: string;
  readonly answer: string | null;
};

/**
 * The questions on a signer's page: their own alone, as a child may ask in confidence. Somebody else's is there without words or name
 * while it is open, since nobody who may ask signs before it is answered. The name counts as well: after a recall somebody else may
 * have the place.
 */
export function questionsOfSigner<Q extends SignerQuestion>(questions: readonly Q[], me: Signer | undefined): Q[] {
  if (me === undefined || !isConsenter(me)) return [];
  return questions.flatMap((each) => {
    if (each.role === me.role && each.signing_order === me.signing_order && each.askedBy === me.name) return [each];
    return each.answer === null ? [{ ...each, text: '', askedBy: '', role: null, signing_order: null }] : [];
  });
}
