import { Button } from '@mantine/core';
import { capacityLines } from '#domain/capacity/capacity-words.ts';
import type { CapacityBuilderStep } from '#domain/capacity/capacity-rule.ts';
import { useProduct } from '#src/queries/reference.ts';
import { FactLines } from '#src/ui/layout/FactSections.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { FORMS } from '#domain/forms/form-rules.ts';

/** The steps in the order of the sections of the words, and the first field of each. */
const STEPS = [
  ['capacity', 'test.understand.able'],
  ['authority', 'authority.lpa.found'],
  ['people', 'people.consulted'],
  ['bestInterests', 'bestInterests.serious'],
  ['secondOpinion', 'secondOpinion.needed'],
] as const satisfies readonly (readonly [CapacityBuilderStep, string])[];

/** The decision for somebody who cannot decide, all of it in words; of a young person's Form 2 the test alone. */
export function CapacityReview({ draft, onGo }: Pick<BuilderStepProps, 'draft' | 'onGo'>) {
  const { timeZone } = useProduct();
  const { capacity, formType } = draft;
  if (capacity === null || !FORMS[formType].hasPart.capacity) return null;
  const sections = capacityLines(capacity, { zone: timeZone, formType });
  return STEPS.map(([step, path], index) => {
    const section = sections[index];
    if (section === undefined) return null;
    return (
      <Panel
        key={step}
        title={section.title}
        actions={
          <Button size="sm" variant="subtle" onClick={() => onGo({ step, path: `capacity.${path}` })}>
            Change <span className="visually-hidden">“{section.title}”</span>
          </Button>
        }
      >
        <FactLines lines={section.lines} />
      </Panel>
    );
  });
}
