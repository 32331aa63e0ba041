import { ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { witnessStatement } from '#domain/signing/witness-statement.ts';
import type { InkBox } from '#server/outside/pdf/blocks.ts';

/** The witness's boxes below those of a signer; none below those of staff and interpreters. */
export function witnessBoxes(role: SignerRole): Pick<InkBox, 'witness'> {
  if (!ROLE_RULES[role].isAttested) return {};
  const methods = ['MARK_WITNESSED', 'VERBAL_WITNESSED'] as const;
  return {
    witness: {
      lead: 'If you make a mark or say it aloud, a witness signs here: an adult, not the clinician or the interpreter.',
      sentences: methods.map((method) => witnessStatement('the signer above', method)),
    },
  };
}
