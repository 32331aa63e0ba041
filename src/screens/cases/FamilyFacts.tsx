import type { Consent } from '#contract/shapes/record-shapes.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import { familyLines } from '#domain/family/family-words.ts';
import { declinedParents, signedParents, type ParentsAround } from '#domain/family/parents-words.ts';
import { EMPTY_FAMILY } from '#domain/family/family.ts';
import { ageOn, localDate } from '#domain/values/plain-date.ts';
import { FactLines } from '#src/ui/layout/FactSections.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { deciderOf } from '#domain/forms/form-types.ts';

type Props = { readonly consent: Consent; readonly dateOfBirth: string; readonly timeZone: string };

/** The family's and the child's part in words; nothing on a form without them. */
export function FamilyFacts({ consent, dateOfBirth, timeZone }: Props) {
  const { basis, parents, lookedAfter, needsAllAdults, disagreement, child, formType, sentAt } = consent;
  const isFamilyForm = deciderOf(formType) === 'family';
  // Copies of earlier builds lack the family's part, and the family part of an imported paper form is unknown.
  if (isImported(consent) || (!isFamilyForm && (child ?? null) === null)) return null;
  const adults = isFamilyForm
    ? {
        basis: basis ?? null,
        parents: parents ?? [],
        lookedAfter: lookedAfter ?? null,
        needsAllAdults: needsAllAdults ?? false,
        disagreement: disagreement ?? null,
      }
    : EMPTY_FAMILY;
  const on = localDate(sentAt === null ? Date.now() : Date.parse(sentAt), timeZone);
  const lines = familyLines(
    { ...adults, child: child ?? null },
    {
      age: ageOn(dateOfBirth, on),
      zone: timeZone,
      declined: declinedParents(parentsOfConsent(consent)),
      signed: signedParents(parentsOfConsent(consent), consent.signedAt),
    },
  );
  return (
    <Panel title={isFamilyForm ? 'Family and child' : 'The child'}>
      {/* The private wish stands on top of the case already. */}
      <FactLines lines={lines.filter(({ isSecret }) => isSecret !== true)} none="Nothing written yet" />
    </Panel>
  );
}

/** The signers and the events of a version, among which the words of its parents are. */
function parentsOfConsent({ recipients, Timeline, consentID }: Consent): ParentsAround {
  const signers = recipients.map(({ role, recipient_name: name, signing_order: order, state }) => ({ role, name, order, state }));
  return { signers, events: Timeline, consentID };
}
