import { isSameName } from '#domain/values/same-identity.ts';
import type { Capacity } from '#domain/capacity/capacity.ts';
import { RESPONSIBILITY_WORDS } from '#domain/family/parent-words.ts';
import { isConsultee, isInterpreter, isParent, ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import type { ConsentParts } from '#server/data/signing/consent-parts.ts';
import { derivedId, referenceTo } from './fhir-ids.ts';
import type { CodeableConcept, FhirPractitioner, FhirRelatedPerson, Reference } from './r4.ts';

/** Somebody who takes part in a form. `resource` null for the patient, who is an entry already. */
export type FhirPerson = { readonly reference: Reference; readonly resource: FhirPractitioner | FhirRelatedPerson | null };

/** A signer's place in a version: `order` null for a signature from before places were stored. */
type SignerPart = {
  readonly role: SignerRole;
  readonly order: number | null;
  readonly name: string;
  readonly userId: string | null;
};

/** A member of staff. @param id - of the user, or derived for somebody without an account */
export function practitioner(id: string, name: string): FhirPerson {
  return { reference: referenceTo(id), resource: { resourceType: 'Practitioner', id, name: [{ text: name }] } };
}

/**
 * The person with a role: the patient, a member of staff, or somebody close to the patient. An interpreter counts as staff unless
 * their relation to the patient is recorded; the position of a witness is unknown [choice].
 */
export function personOf(row: ConsentParts, { role, order, name, userId }: SignerPart): FhirPerson {
  const { isPatient, isStaff } = ROLE_RULES[role];
  if (isPatient) return { reference: referenceTo(row.patient.id), resource: null };
  if (userId !== null && isStaff !== false) return practitioner(userId, name);
  const recipient = `${row.id}/${role}/${order ?? name}`;
  const isNoRelative = isInterpreter(role) && !row.content.interpreter?.relation;
  if (isStaff !== false || isNoRelative) return practitioner(derivedId('Practitioner', recipient), name);
  const id = derivedId('RelatedPerson', recipient);
  return {
    reference: referenceTo(id),
    resource: {
      resourceType: 'RelatedPerson',
      id,
      patient: referenceTo(row.patient.id),
      relationship: [relationshipOf(row, { role, order, name })],
      name: [{ text: name }],
    },
  };
}

type Related = Pick<SignerPart, 'role' | 'order' | 'name'>;

function relationshipOf(row: ConsentParts, related: Related): CodeableConcept {
  return { text: relationOf(row, related) || ROLE_WORDS[related.role] };
}

function relationOf({ content, recipients, signatures }: ConsentParts, { role, order, name }: Related): string {
  const recipient = recipients.find(({ signing_order }) => signing_order === order);
  if (isInterpreter(role)) return content.interpreter?.relation ?? '';
  if (isConsultee(role)) return consulteeRelation(content.capacity, name);
  if (isParent(role)) {
    const parent = content.parents.find(({ id }) => id === recipient?.party);
    return parent?.relation || (parent?.responsibility ? RESPONSIBILITY_WORDS[parent.responsibility] : '');
  }
  const attested = signatures.find(({ signing_order }) => signing_order !== null && signing_order === recipient?.attests);
  return attested?.given.witness?.role ?? '';
}

function consulteeRelation(capacity: Capacity | null, name: string): string {
  if (capacity === null) return '';
  if (capacity.authority.lpa.names.includes(name)) return 'Attorney';
  if (capacity.authority.deputy.names.includes(name)) return 'Deputy appointed by the court';
  return capacity.people.consulted.find((each) => isSameName(each.name, name))?.relation ?? '';
}
