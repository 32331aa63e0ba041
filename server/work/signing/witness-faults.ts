import type { Fault } from '#domain/base/fault.ts';
import type { ShownContent } from '#domain/consents/digest.ts';
import { isClinician, isInterpreter, isWitness, type SignerRole } from '#domain/forms/signer-roles.ts';
import { ADULT_FROM } from '#domain/forms/age-at-signing.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import type { SignatureInput } from '#domain/signing/signature.ts';
import { isSameName } from '#domain/values/same-identity.ts';
import { unfitWitness } from '#domain/signing/witness-rule.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';

const UNFIT = {
  clinician: 'The clinician who signs cannot be the witness',
  interpreter: 'The interpreter cannot be the witness',
  signer: 'Somebody who signs this form cannot be the witness',
} as const;

type WitnessSignature = Pick<SignatureInput, 'role' | 'name' | 'method' | 'witness' | 'adult'> & {
  /** the signatures before this one: another clinician than the sender may have signed */
  readonly before: readonly Pick<SignatureInput, 'role' | 'name' | 'witness'>[];
  /** of a form from before the rule, as {@link isWitnessExcused} tells */
  readonly isExcused: boolean;
  /** made by a tablet that had no network, perhaps by a build whose page did not ask the age */
  readonly isQueued: boolean;
};

/** The faults of a witness, and of a signature by one: on forms of every type, but for those from before the rule. */
export function witnessFaultsOf(
  shown: ShownContent,
  { attests }: Pick<RecipientRow, 'attests'>,
  { role, name, method, witness, adult, before, isExcused, isQueued }: WitnessSignature,
): Fault[] {
  if (attests !== null && method !== 'DRAWN' && method !== 'TYPED')
    return [{ path: 'method', message: 'The witness signs by drawing or typing' }];
  if (isExcused) return [];
  const { recipients, interpreting, patient } = shown;
  const hasAttested = before.some(
    (each) => isSameName(each.witness?.name ?? '', name) || (isWitness(each.role) && isSameName(each.name, name)),
  );
  if (!isWitness(role) && hasAttested)
    return [{ path: 'name', message: 'Whoever witnessed a signature cannot sign in another role' }];
  const own = attests === null ? witness : { name };
  if (own === undefined) return [];
  const [isAdult, path] = attests === null ? [witness?.adult, 'witness.adult'] : [adult, 'adult'];
  const signs = attests !== null || witness?.method !== undefined;
  // A witness who signs later is asked then.
  if (isAdult === false || (isAdult === undefined && signs && !isQueued))
    return [{ path, message: `The witness must be ${ADULT_FROM} or older` }];
  const namesOf = (isOne: (role: SignerRole) => boolean) => recipients.filter((each) => isOne(each.role)).map(({ name }) => name);
  const unfit = unfitWitness(own.name, {
    clinicians: [...namesOf(isClinician), ...before.filter((each) => isClinician(each.role)).map((each) => each.name)],
    interpreters: [...namesOf(isInterpreter), interpreting.interpreter?.name ?? ''],
    signers: [
      spokenName(patient),
      ...recipients.map(({ name }) => name),
      ...before.filter((each) => !isWitness(each.role)).map((each) => each.name),
    ],
  });
  return unfit === undefined ? [] : [{ path: attests === null ? 'witness.name' : 'name', message: UNFIT[unfit] }];
}
