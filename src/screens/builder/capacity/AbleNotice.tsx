import { Button } from '@mantine/core';
import { abilityOf } from '#domain/capacity/capacity.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { capacityOf } from './capacity-edits.ts';
import type { BuilderStepProps } from '../parts/step-props.ts';

/** Tells that the patient decides as soon as the answers say so, and leads to Form 1 with all that was written. */
export function AbleNotice({ step }: { readonly step: BuilderStepProps }) {
  const { patient, draft, edit, onGo } = step;
  if (abilityOf(capacityOf(draft)) !== 'ABLE') return null;
  return (
    <Notice
      tone="warn"
      title={`${spokenName(patient)} can decide`}
      action={
        <Button
          variant="default"
          onClick={() => {
            edit((before) => ({ ...before, formType: 'FORM_1' }));
            onGo({ step: 'procedure', path: 'formType' });
          }}
        >
          Change to Form 1
        </Button>
      }
      live
    >
      By these answers the patient decides. What you have written stays.
    </Notice>
  );
}
