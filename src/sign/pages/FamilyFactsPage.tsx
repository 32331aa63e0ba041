import { familyLines, type FamilyLine } from '#domain/family/family-words.ts';
import { ageOn, localDate } from '#domain/values/plain-date.ts';
import { fullShownOf } from '#domain/consents/shown.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { useRoleTexts } from '#src/sign/texts/use-role-texts.ts';
import { FactsPage } from './FactsPage.tsx';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** The form's part about the family, in words. */
export function FamilyFactsPage(props: SignerStepProps) {
  const { details } = props;
  const { family, familyLead } = useRoleTexts().facts;
  return <FactsPage {...props} h1={family} lead={familyLead} sections={[{ title: '', lines: familyFactsOf(details) }]} />;
}

/** The lines about the family that this signer may read. */
export function familyFactsOf({ shown, patient, organisation, role }: SignerStepProps['details']): FamilyLine[] {
  const family = fullShownOf(shown)?.family;
  if (family == null) return [];
  const zone = organisation.timeZone;
  const age = ageOn(patient.dateOfBirth, localDate(Date.now(), zone));
  const isOwn = ROLE_RULES[role].isPatient;
  return familyLines(family, { age, zone }).filter(({ isChildsOwn }) => isOwn || isChildsOwn !== true);
}
