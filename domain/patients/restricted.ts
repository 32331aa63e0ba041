import type { Parent } from '#domain/family/parent.ts';
import type { PatientField } from './patient-fields.ts';
import type { PatientValues } from './patient.ts';
import { decides, type SignerRole } from '#domain/forms/signer-roles.ts';

/** Characters of the reason why contact details are hidden, or no longer [choice]. */
export const PROTECTION_REASON_MOST = 500;

/** The fields by which somebody can reach a patient: hidden where the patient's details are protected. */
export const CONTACT_FIELDS = ['emailAddress', 'phoneNumber', 'address'] as const satisfies readonly PatientField[];

type Contact = Pick<PatientValues, (typeof CONTACT_FIELDS)[number]>;
const HIDDEN: Contact = { emailAddress: null, phoneNumber: null, address: null };

/** The message at the field `reason` for a change without one. */
export const RESTRICTED_REASON = 'Enter the reason for hiding or showing the contact details';
/** The reason of a change that a tablet sends again to a server that was restored: no tablet keeps reasons that were sent. */
export const REASON_NOT_KEPT =
  'Sent again by a tablet, because the server was restored from a backup. Tablets do not keep reasons.';

/** The same patient, without contact details where they are protected. Everything else of a protected patient is shown as ever. */
export function withContactHidden<T extends Contact & { restricted: boolean }>(patient: T): T {
  return patient.restricted ? withoutContact(patient) : patient;
}

/** The same patient without any contact details. */
export function withoutContact<T extends Contact>(patient: T): T {
  return { ...patient, ...HIDDEN };
}

/**
 * Whether empty contact fields of this copy mean nothing: they are protected, or were left out for this reader. No tablet keeps a change of
 * them: it would be made over details that nobody has seen.
 */
export function lacksContact({ restricted, contactHidden }: { restricted: boolean; contactHidden?: true | undefined }): boolean {
  return restricted || contactHidden === true;
}

/** The same input of a call without its contact fields. */
export function withoutContactFields(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !isContactField(name)));
}

/** Whether this is the name of a contact field on the wire. */
export function isContactField(name: string): name is (typeof CONTACT_FIELDS)[number] {
  return CONTACT_FIELDS.some((field) => field === name);
}

/** The email of a patient to whom a form is sent; none where it is protected. */
export function recipientEmailOf({
  emailAddress,
  restricted,
}: Pick<PatientValues, 'emailAddress' | 'restricted'>): string | null {
  return restricted ? null : emailAddress;
}

/** The adults of a form without their email: they may live with a protected patient. */
export function withoutParentEmail<P extends { emailAddress?: Parent['emailAddress'] | undefined }>(
  parents: readonly P[],
): (P & { emailAddress: null })[] {
  return parents.map((parent) => ({ ...parent, emailAddress: null }));
}

/** A value in which adults of a form are found at any depth, without their email. */
export function withoutParentEmails<T>(value: T): T {
  // Each object and list keeps its shape.
  if (Array.isArray(value)) return value.map(withoutParentEmails) as T;
  if (typeof value !== 'object' || value === null) return value;
  const isClash = 'field' in value && value.field === 'parents';
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isParents = Array.isArray(each) && (name === 'parents' || isClash);
      // Adults on the wire are objects; other lists under these names are there in no call.
      return [name, isParents ? withoutParentEmail(each as object[]) : withoutParentEmails(each)];
    }),
  ) as T;
}

/** Whether a signer of this role is the patient, or family with whom the patient may live. */
export function isPatientSide(role: SignerRole): boolean {
  return decides(role);
}

/** The events of a timeline by which contact details are hidden and shown. */
export const PROTECTION_EVENTS = ['CONTACT_HIDDEN', 'CONTACT_SHOWN'] as const;
const OF_PROTECTION: ReadonlySet<string> = new Set(PROTECTION_EVENTS);

/** An event of a timeline without the reason for which contact details were hidden or shown: it may name who is to be feared. */
export function withoutProtectionReason<E extends { readonly type: string; readonly detail: object }>(event: E): E {
  if (!OF_PROTECTION.has(event.type)) return event;
  return { ...event, detail: Object.fromEntries(Object.entries(event.detail).filter(([key]) => key !== 'reason')) };
}
