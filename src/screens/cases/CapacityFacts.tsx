import type { Consent } from '#contract/shapes/record-shapes.ts';
import { capacityLines } from '#domain/capacity/capacity-words.ts';
import { FactLines, FactSection } from '#src/ui/layout/FactSections.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';

type Props = { readonly consent: Pick<Consent, 'capacity' | 'formType'>; readonly timeZone: string };

/** The assessment of this version, for staff: what nobody may miss in sight, the rest behind its headings. */
export function CapacityFacts({ consent: { capacity = null, formType }, timeZone }: Props) {
  if (capacity === null || (formType !== 'FORM_4' && formType !== 'FORM_2')) return null;
  const isYoungPerson = formType === 'FORM_2';
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
