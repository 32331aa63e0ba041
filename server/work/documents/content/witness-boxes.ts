import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { witnessStatement } from '#domain/signing/witness-statement.ts';
import type { InkBox } from '#server/outside/pdf/blocks.ts';

/** Signers who may make a mark or say their answer, and then need a witness. */
const ATTESTED: ReadonlySet<SignerRole> = new Set<SignerRole>(['PATIENT', 'PARENT', 'CHILD', 'CONSULTEE']);

/** The witness's boxes below those of a signer; none below those of staff and interpreters. */
export function witnessBoxes(role: SignerRole): Pick<InkBox, 'witness'> {
  if (!ATTESTED.has(role)) return {};
  const methods = ['MARK_WITNESSED', 'VERBAL_WITNESSED'] as const;
  return {
    witness: {
      lead: 'If you make a mark or say it aloud, a witness signs here: an adult, not the clinician or the interpreter.',
      sentences: methods.map((method) => witnessStatement('the signer above', method)),
    },
  };
}
