import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { awaitedSigners, type Recipient } from '#domain/consents/recipients.ts';
import { isSecretFrom, mayInformAdults } from '#domain/family/family-signers.ts';
import { isPatientSide } from '#domain/patients/restricted.ts';
import type { Permission } from '#domain/accounts/roles.ts';
import { isInterpreter, isParent, ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { closedByAnswer, rolesWithRoom } from '#domain/signing/joined-content.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { contactWishes } from '#domain/patients/contact-wishes.ts';
import type { ConsentView } from '#src/queries/records.ts';

type Around = {
  readonly consent: Pick<Consent, 'parents' | 'child'>;
  readonly patient: Pick<RecordSummary['patient'], 'restricted'>;
  /** of the patient, by now; undefined while it is unknown: then the server decides */
  readonly hasAddress: boolean | undefined;
  readonly permissions: readonly Permission[];
};

/** Whether this person may send links to the signers of a version now: the server has it as it is shown here. */
export function mayInvite({ status, local }: Pick<ConsentView, 'status' | 'local'>, permissions: readonly Permission[]): boolean {
  return (
    mayMove(status, 'sign') &&
    permissions.includes('consents.send') &&
    local?.isUnsent !== true &&
    local?.blocked === undefined &&
    local?.allSignedAt == null
  );
}

/**
 * The roles in which one more person may be asked to sign now; none where nobody may be, as far as this page knows: the server alone sees
 * a tablet in a signer's hands, or a scan.
 */
export function rolesToInvite(consent: ConsentView, permissions: readonly Permission[]): SignerRole[] {
  const { recipients, signatures, formType, capacity = null, parents, local } = consent;
  const hasSignature = signatures.length > 0 || (local?.signed ?? []).length > 0;
  if (!mayInvite(consent, permissions) || closedByAnswer(recipients, hasSignature) !== undefined) return [];
  return rolesWithRoom({ ...consent, capacity, parents: parents ?? [] }, formType).filter((role) => !isSecretFrom(consent, role));
}

/** Whether a signer's address is one of the patient's details that are protected: staff ask whether it is safe before a mail goes. */
export function isAddressProtected({ patient }: Pick<Around, 'patient'>, { role }: Pick<Recipient, 'role'>): boolean {
  return patient.restricted === true && isPatientSide(role);
}

/** Whether another adult is told of a patient whose details are protected. */
export function warnsOfAdult({ patient }: Pick<Around, 'patient'>, { role }: Pick<Recipient, 'role'>): boolean {
  return patient.restricted === true && isParent(role);
}

/** Why no link can go to a signer by email, and what mends that. `isPatients`: the address belongs into the patient's details. */
export type NoMail = { readonly words: string; readonly isPatients: boolean };

/** Null where a link can be mailed; an address that is protected is known to the server alone. */
export function whyNoMail(around: Around, signer: Pick<Recipient, 'role' | 'recipient_name' | 'recipient_email'>): NoMail | null {
  if (isAddressProtected(around, signer))
    return around.permissions.includes('patients.write')
      ? null
      : {
          words: 'The address is protected: only staff who may change patients mail a link. Show a code instead.',
          isPatients: false,
        };
  return mayHaveAddress(around, signer) ? null : noAddressOf(signer);
}

function mayHaveAddress(
  { consent, hasAddress }: Around,
  { role, recipient_name, recipient_email }: Pick<Recipient, 'role' | 'recipient_name' | 'recipient_email'>,
): boolean {
  if (recipient_email !== null) return true;
  if (ROLE_RULES[role].isPatient) return hasAddress !== false;
  return (
    isParent(role) && consent.parents?.some(({ name, emailAddress }) => name === recipient_name && emailAddress != null) === true
  );
}

function noAddressOf({ role }: Pick<Recipient, 'role'>): NoMail {
  if (ROLE_RULES[role].isPatient)
    return { words: 'No email address is on record. Add one to the patient’s details, or show a code.', isPatients: true };
  if (isParent(role) || isInterpreter(role)) {
    const who = isParent(role) ? 'this adult' : 'the interpreter';
    return {
      words: `The form has no email address of ${who}. Change the form to add one, or show a code.`,
      isPatients: false,
    };
  }
  return { words: 'The form has no email address of this person. Show a code instead.', isPatients: false };
}

/** The signers of a form whose time has ended who get a new link by email: each had a link before. The others sign on a tablet. */
export function invitedAgain({ consent, ...around }: Omit<Around, 'consent'> & { readonly consent: ConsentView }): Recipient[] {
  return awaitedSigners<Recipient>({ recipients: consent.recipients }).filter(
    (signer) =>
      ROLE_RULES[signer.role].mayUseLink &&
      consent.links?.some(({ signing_order }) => signing_order === signer.signing_order) === true &&
      !isSecretFrom(consent, signer.role) &&
      whyNoMail({ consent, ...around }, signer) === null,
  );
}

/** A letter to the patient: `address` as it is on the record, null where it is not known here; `problem` why none is printed. */
export type Letter = {
  readonly address: string | null;
  readonly problem: { readonly words: string; readonly isPatients: boolean } | null;
};

/**
 * @param patient - the patient's details as this page has them; undefined until they come
 * @param around - `form`: whose family part says whether adults at home are told
 */
export function letterOf(
  patient: Pick<Patient, 'address' | 'communication' | 'contactHidden'> | undefined,
  { form, isProtected }: { readonly form: Parameters<typeof mayInformAdults>[0]; readonly isProtected: boolean },
): Letter {
  const without = (words: string, isPatients = false): Letter => ({ address: null, problem: { words, isPatients } });
  if (patient === undefined) return { address: null, problem: null };
  if (contactWishes(patient.communication).refused.includes('LETTER')) return without('The patient does not want letters.');
  if (!mayInformAdults(form)) return without('The young person does not want adults told: a letter to their home may be opened.');
  if (patient.address !== null) return { address: patient.address, problem: null };
  if (patient.contactHidden === true || isProtected)
    return without('The address is not on this tablet: a letter needs the network.');
  return without('No postal address is on record. Add one to the patient’s details, to print a letter.', true);
}

/** The sentence above the ways that are left for a signer to whom no message can go. */
export function noWayWords(name: string, letter: Letter | null): string {
  const others = letter?.address == null ? 'on this tablet or by a code' : 'on this tablet, by a code or by a letter';
  return `There is no way to write to ${name} now. They sign ${others}.`;
}
