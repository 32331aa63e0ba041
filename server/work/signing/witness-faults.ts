import type { Fault } from '#domain/base/fault.ts';
import { isFullShown, type ShownContent } from '#domain/consents/digest.ts';
import { isClinician, isInterpreter, isWitness, type SignerRole } from '#domain/forms/signer-roles.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import type { SignatureInput } from '#domain/signing/signature.ts';
import { isSameName } from '#domain/values/same-identity.ts';
import { unfitWitness } from '#domain/signing/unfit-witness.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';

const UNFIT = {
  clinician: 'The clinician who signs cannot be the witness',
  interpreter: 'The interpreter cannot be the witness',
  signer: 'Somebody who signs this form cannot be the witness',
} as const;

type WitnessSignature = Pick<SignatureInput, 'role' | 'name' | 'method' | 'witness'> & {
  /** the signatures before this one: another clinician than the sender may have signed */
  readonly before: readonly Pick<SignatureInput, 'role' | 'name' | 'witness'>[];
};

/**
 * The faults of a witness, and of a signature by one. On a form of the first shape the words about a witness suffice, and builds before
 * compared no names.
 */
export function witnessFaultsOf(
  shown: ShownContent,
  { attests }: Pick<RecipientRow, 'attests'>,
  { role, name, method, witness, before }: WitnessSignature,
): Fault[] {
  if (attests !== null && method !== 'DRAWN' && method !== 'TYPED')
    return [{ path: 'method', message: 'The witness signs by drawing or typing' }];
  if (!isFullShown(shown)) return [];
  const { recipients, interpreting, patient } = shown;
  const hasAttested = before.some(
    (each) => isSameName(each.witness?.name ?? '', name) || (isWitness(each.role) && isSameName(each.name, name)),
  );
  if (isClinician(role) && hasAttested)
    return [{ path: 'name', message: 'Whoever witnessed a signature cannot sign as the clinician' }];
  const own = attests === null ? witness : { name };
  if (own === undefined) return [];
  const namesOf = (isOne: (role: SignerRole) => boolean) => recipients.filter((each) => isOne(each.role)).map(({ name }) => name);
  const unfit = unfitWitness(own.name, {
    clinicians: [...namesOf(isClinician), ...before.filter((each) => isClinician(each.role)).map((each) => each.name)],
    interpreters: [...namesOf(isInterpreter), interpreting.interpreter?.name ?? ''],
    signers: [spokenName(patient), ...recipients.map(({ name }) => name)],
  });
  return unfit === undefined ? [] : [{ path: attests === null ? 'witness.name' : 'name', message: UNFIT[unfit] }];
}
