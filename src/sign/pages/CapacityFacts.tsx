import { capacityLines } from '#domain/capacity-words.ts';
import { fullShownOf } from '#domain/shown.ts';
import { roleTexts } from '#src/sign/texts/role-texts.ts';
import { FactsPage } from './FactsPage.tsx';
import type { SignerStepProps } from './step-props.ts';

/** What the form says about capacity and best interests, in words, section by section. */
export function CapacityFacts(props: SignerStepProps) {
  const { details } = props;
  const { capacity: h1, capacityLead } = roleTexts.facts;
  const capacity = fullShownOf(details.shown)?.capacity ?? null;
  const sections = capacity === null ? [] : capacityLines(capacity, details.organisation.timeZone);
  return <FactsPage {...props} h1={h1} lead={capacityLead} sections={sections} />;
}
