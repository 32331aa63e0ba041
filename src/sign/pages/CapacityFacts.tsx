import { capacityLines } from '#domain/capacity/capacity-words.ts';
import { fullShownOf } from '#domain/consents/shown.ts';
import { useRoleTexts } from '#src/sign/texts/use-role-texts.ts';
import type { RoleTexts } from '#src/sign/texts/role-texts.ts';
import { FactsPage } from './FactsPage.tsx';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** What the form says about capacity and best interests, in words, section by section. */
export function CapacityFacts(props: SignerStepProps) {
  const { details } = props;
  const { facts } = useRoleTexts();
  const { capacity = null, formType = 'FORM_4' } = fullShownOf(details.shown) ?? {};
  const sections = capacity === null ? [] : capacityLines(capacity, { zone: details.organisation.timeZone, formType });
  return <FactsPage {...props} h1={facts.capacity} lead={capacityLeadOf(details, facts)} sections={sections} />;
}

/** What the page is for: why a treatment is best on Form 4; on a young person's Form 2 why somebody else decides. */
export function capacityLeadOf(
  { shown }: Pick<SignerStepProps['details'], 'shown'>,
  { capacityLead, parentLead, courtLead }: RoleTexts['facts'],
): string {
  const { family = null, formType = 'FORM_4' } = fullShownOf(shown) ?? {};
  if (formType !== 'FORM_2') return capacityLead;
  return family?.basis === 'COURT' ? courtLead : parentLead;
}
