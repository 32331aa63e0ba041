import { capacityLines } from '#domain/capacity-words.ts';
import { fullShownOf } from '#domain/shown.ts';
import { roleTexts } from '#src/sign/texts/role-texts.ts';
import { FactsPage } from './FactsPage.tsx';
import type { SignerStepProps } from './step-props.ts';

/** What the form says about capacity and best interests, in words, section by section. */
export function CapacityFacts(props: SignerStepProps) {
  const { details } = props;
  const { capacity: h1, capacityLead } = roleTexts.facts;
  const { capacity = null, formType = 'FORM_4' } = fullShownOf(details.shown) ?? {};
  const sections = capacity === null ? [] : capacityLines(capacity, { zone: details.organisation.timeZone, formType });
  return <FactsPage {...props} h1={h1} lead={capacityLead} sections={sections} />;
}
