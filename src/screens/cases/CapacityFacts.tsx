import type { Consent } from '#contract/shapes/record-shapes.ts';
import { capacityLines } from '#domain/capacity/capacity-words.ts';
import { FactLines, FactSection } from '#src/ui/layout/FactSections.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { FORMS } from '#domain/forms/form-rules.ts';
import { deciderOf } from '#domain/forms/form-types.ts';

type Props = { readonly consent: Pick<Consent, 'capacity' | 'formType'>; readonly timeZone: string };

/** The assessment of this version, for staff: what nobody may miss in sight, the rest behind its headings. */
export function CapacityFacts({ consent: { capacity = null, formType }, timeZone }: Props) {
  if (capacity === null || !FORMS[formType].hasPart.capacity) return null;
  const isYoungPerson = deciderOf(formType) === 'family';
  const sections = capacityLines(capacity, { zone: timeZone, formType });
  const boxed = sections.flatMap(({ lines }) => lines.filter(({ isBoxed }) => isBoxed === true));
  return (
    <Panel title={isYoungPerson ? 'Capacity' : 'Capacity and best interests'}>
      {boxed.length > 0 && <FactLines lines={boxed} />}
      {sections.map(({ title, lines }) => (
        <FactSection key={title} title={title}>
          <FactLines lines={lines} />
        </FactSection>
      ))}
    </Panel>
  );
}
