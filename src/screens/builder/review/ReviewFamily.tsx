import { Button } from '@mantine/core';
import { EMPTY_FAMILY } from '#domain/family/family.ts';
import { familyLines } from '#domain/family/family-words.ts';
import { stepsOfForm } from '#domain/forms/form-rules.ts';
import type { BuilderStep } from '#domain/forms/form-steps.ts';
import type { Missing } from '#domain/forms/missing.ts';
import { useProduct } from '#src/queries/reference.ts';
import { FactLines } from '#src/ui/layout/FactSections.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import type { Draft } from '../draft/draft.ts';

type Props = {
  readonly draft: Draft;
  /** of the patient today, whole years */
  readonly age: number;
  readonly onGo: (to: Pick<Missing, 'step' | 'path'>) => void;
};

/** The family's and the child's part in words, each with the way to its step; nothing on forms without them. */
export function ReviewFamily({ draft, age, onGo }: Props) {
  const { timeZone: zone } = useProduct();
  const steps = stepsOfForm(draft.formType, age);
  const change = (step: BuilderStep, path: string, what: string) => (
    <Button variant="subtle" onClick={() => onGo({ step, path })}>
      Change <span className="visually-hidden">{what}</span>
    </Button>
  );
  return (
    <>
      {steps.includes('family') && (
        <Panel title="Family" actions={change('family', 'basis', 'family')}>
          <FactLines lines={familyLines({ ...draft, child: null }, { age, zone })} none="Nothing written yet" />
        </Panel>
      )}
      {steps.includes('child') && (
        <Panel title="The child" actions={change('child', 'child.agreement', 'the child’s part')}>
          <FactLines
            lines={familyLines({ ...EMPTY_FAMILY, child: draft.child }, { age, zone }).filter(
              // Form 1 and 3 have no step of the family that tells the age.
              ({ label }) => label !== 'Age' || !steps.includes('family'),
            )}
            none="Nothing written yet"
          />
        </Panel>
      )}
    </>
  );
}
