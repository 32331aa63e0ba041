import type { Fault } from '#domain/base/fault.ts';
import { isSecretFrom } from '#domain/family/family-signers.ts';
import { isParent, ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { isPatientSide } from '#domain/patients/restricted.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { Refused } from '#server/api-error.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';

/**
 * The address of a signer, who may be protected: then it is taken from the record, by staff who may see it, once they have asked whether
 * it is safe (forms.md section 12).
 *
 * @param asked - `seen`: the address as the sender has seen it, where they did
 * @throws Refused NO_EMAIL_ADDRESS; FORBIDDEN for staff who do not see a protected address; INVALID for one that was not confirmed, for one that
 *   is another than was seen, and for an adult whom a young person does not want told
 */
export function addressFor(
  { patient, consent }: OpenCase,
  actor: StaffActor,
  { signer, isConfirmed, seen }: { signer: RecipientRow; isConfirmed: boolean; seen?: string | undefined },
): string {
  const unwanted = unwantedAdult({ consent }, signer.role);
  if (unwanted !== undefined) throw new Refused('INVALID', { fields: [unwanted] });
  const unsafe = unconfirmedAddress({ patient }, actor, { role: signer.role, isConfirmed });
  if (unsafe !== undefined) throw new Refused('INVALID', { fields: [unsafe] });
  const address = presentAddress({ patient, consent }, signer);
  if (address === null)
    throw new Refused('NO_EMAIL_ADDRESS', { fields: [{ path: 'channel', message: FAILURES.NO_EMAIL_ADDRESS.message }] });
  if (seen !== undefined && !isSameAddress(seen, address)) throw new Refused('INVALID', { fields: [ANOTHER_ADDRESS] });
  return address;
}

/** The fault of an address that changed after somebody looked at it. */
export const ANOTHER_ADDRESS: Fault = {
  path: 'address',
  message: 'The address on the record is another by now: look at it again',
};

/** The fault of a mail to an adult whom a young person does not want told. */
export function unwantedAdult({ consent }: Pick<OpenCase, 'consent'>, role: SignerRole): Fault | undefined {
  if (!isSecretFrom(consent.content, role)) return undefined;
  return { path: 'role', message: 'The young person does not want adults told: no mail goes to them' };
}

/**
 * The fault of an address at which a protected patient may be found, and of which nobody has said that it is safe.
 *
 * @throws Refused FORBIDDEN for staff who do not see a protected address
 */
export function unconfirmedAddress(
  { patient }: Pick<OpenCase, 'patient'>,
  { permissions }: Pick<StaffActor, 'permissions'>,
  { role, isConfirmed }: { role: SignerRole; isConfirmed: boolean },
): Fault | undefined {
  if (!patient.restricted || !isPatientSide(role)) return undefined;
  if (!permissions.includes('patients.write')) throw new Refused('FORBIDDEN');
  return isConfirmed ? undefined : { path: 'addressConfirmed', message: 'Ask first whether this address is safe' };
}

/**
 * The address at which somebody is written to today: of the patient that of the record, of a parent that of the form, which was put right, taken out
 * or protected since the form went out; of anybody else, and of whoever was taken off the form, the one that it went to.
 */
export function presentAddress(
  { patient, consent }: Pick<OpenCase, 'patient'> & { readonly consent: Pick<OpenCase['consent'], 'content'> },
  { role, party, email }: Pick<RecipientRow, 'role' | 'party' | 'email'>,
): string | null {
  if (ROLE_RULES[role].isPatient) return patient.email;
  const parent = isParent(role) ? consent.content.parents.find(({ id }) => id === party) : undefined;
  return parent === undefined ? email : (parent.emailAddress ?? null);
}

/** Whether two addresses are known, and one. */
export function isSameAddress(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one.toLowerCase() === other.toLowerCase();
}
