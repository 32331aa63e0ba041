import { capacityLines } from '#domain/capacity/capacity-words.ts';
import { fullShownOf } from '#domain/consents/shown.ts';
import { useRoleTexts } from '#src/sign/texts/use-role-texts.ts';
import type { RoleTexts } from '#src/sign/texts/role-texts.ts';
import { FactsPage } from './FactsPage.tsx';
import type { SignerStepProps } from '#src/sign/step-props.ts';
import { deciderOf } from '#domain/forms/form-types.ts';

/** The form's part about capacity and best interests, in words, section by section. */
export function CapacityFactsPage(props: SignerStepProps) {
  const { details } = props;
  const { facts } = useRoleTexts();
  const shown = fullShownOf(details.shown);
  const zone = details.organisation.timeZone;
  const sections = shown?.capacity ? capacityLines(shown.capacity, { zone, formType: shown.formType }) : [];
  return <FactsPage {...props} h1={facts.capacity} lead={capacityLeadOf(details, facts)} sections={sections} />;
}

/** The lead of the page: why a treatment is best; for a young person whose family decides, why they do. */
export function capacityLeadOf(
  { shown }: Pick<SignerStepProps['details'], 'shown'>,
  { capacityLead, parentLead, courtLead }: RoleTexts['facts'],
): string {
  const full = fullShownOf(shown);
  if (full === null || deciderOf(full.formType) !== 'family') return capacityLead;
  return full.family?.basis === 'COURT' ? courtLead : parentLead;
}
