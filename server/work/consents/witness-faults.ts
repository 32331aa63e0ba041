import type { Fault } from '#contract/faults.ts';
import type { ShownContent } from '#domain/digest.ts';
import { spokenName } from '#domain/patient-name.ts';
import type { SignatureInput } from '#domain/signature.ts';
import { unfitWitness } from '#domain/unfit-witness.ts';
import type { RecipientRow } from '#server/data/consents/signers.ts';

const UNFIT = {
  CLINICIAN: 'The clinician who signs cannot be the witness',
  INTERPRETER: 'The interpreter cannot be the witness',
  SIGNER: 'Somebody who signs this form cannot be the witness',
} as const;

/**
 * The faults of a witness, and of a signature by one. On a form of the first shape the words about a witness suffice, and builds before
 * compared no names.
 */
export function witnessFaultsOf(
  { shownVersion, recipients, interpreting, patient }: ShownContent,
  { attests }: Pick<RecipientRow, 'attests'>,
  { method, witness }: Pick<SignatureInput, 'method' | 'witness'>,
): Fault[] {
  if (attests !== null && method !== 'DRAWN' && method !== 'TYPED')
    return [{ path: 'method', message: 'The witness signs by drawing or typing' }];
  if (shownVersion !== 2 || witness === undefined) return [];
  const ofRole = (role: string) => recipients.filter((each) => each.role === role).map(({ name }) => name);
  const unfit = unfitWitness(witness.name, {
    clinicians: ofRole('CLINICIAN'),
    interpreters: [...ofRole('INTERPRETER'), interpreting.interpreter?.name ?? ''],
    signers: [spokenName(patient), ...recipients.map(({ name }) => name)],
  });
  return unfit === undefined ? [] : [{ path: 'witness.name', message: UNFIT[unfit] }];
}
