import { CUSTODIAN, signatureType } from './fhir-codes.ts';
import { derivedId, referenceTo } from './fhir-ids.ts';
import { personOf, type FhirPerson } from './fhir-people.ts';
import type { RecordVersionParts } from './record-parts.ts';
import type { FhirProvenance, Reference } from './r4.ts';

/** A signature of a version: who, as what, and when (ISO). No ink: that is in the sealed form. */
type SignatureOf = FhirProvenance['signature'][number] & { readonly person: FhirPerson };

/** The signatures of a version that count, and the confirmation on the day, in the order of their times. */
export function signaturesOf({ row }: RecordVersionParts): SignatureOf[] {
  const signed = row.signatures.map((signature): SignatureOf => {
    const { role, name } = signature.given;
    const recipient = row.recipients.find((each) =>
      signature.signing_order === null ? each.role === role : each.signing_order === signature.signing_order,
    );
    const person = personOf(row, { role, order: recipient?.signing_order ?? null, name, userId: signature.user_id });
    return { type: [signatureType(role)], when: recipient?.signed_at ?? signature.received_at, who: person.reference, person };
  });
  return [...signed, ...confirmationOf(row)].toSorted((one, other) => Date.parse(one.when) - Date.parse(other.when));
}

function confirmationOf(row: RecordVersionParts['row']): SignatureOf[] {
  if (row.confirmation === null) return [];
  const { at, name } = row.confirmation;
  const person = personOf(row, { role: 'CONFIRMER', order: null, name, userId: null });
  return [{ type: [signatureType('CONFIRMER')], when: at, who: person.reference, person }];
}

type Around = {
  readonly organisationId: string;
  readonly target: readonly Reference[];
  readonly signatures: readonly SignatureOf[];
};

/** The provenance of a version from its signatures; undefined without any. */
export function provenance(
  { row, documents }: RecordVersionParts,
  { organisationId, target, signatures }: Around,
): FhirProvenance | undefined {
  if (signatures.length === 0) return undefined;
  const times = [
    ...signatures.map(({ when }) => when),
    ...row.signatures.map(({ received_at }) => received_at),
    ...documents.map(({ madeAt }) => madeAt),
  ];
  return {
    resourceType: 'Provenance',
    id: derivedId('Provenance', row.id),
    target: [...target],
    recorded: new Date(Math.max(...times.map((time) => Date.parse(time)))).toISOString(),
    agent: [{ type: CUSTODIAN, who: referenceTo(organisationId) }],
    signature: signatures.map(({ type, when, who }) => ({ type, when, who })),
  };
}
