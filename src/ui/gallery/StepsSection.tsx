import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { IdentityBar } from '#src/ui/clinical/IdentityBar.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { StepTabs, type StepTab } from '#src/ui/layout/StepTabs.tsx';

export const demoSteps: readonly StepTab[] = [
  { key: 'patient', label: 'Patient', done: true },
  { key: 'procedure', label: 'Procedure', done: true },
  { key: 'risks', label: 'Risks and benefits', done: false },
  { key: 'matters', label: 'What matters', done: false },
  { key: 'interpreter', label: 'Interpreter', done: false, open: false },
  { key: 'review', label: 'Review', done: false, open: false },
];

export const demoIdentity = {
  surname: 'Demo-Rowan',
  firstName: 'Amber',
  born: '14 March 1950',
  age: '76 years',
  nhsNumber: '999 000 0018',
} as const;

/** Frame of the consent builder: the patient, the step, the save state, the next step, and a question before an act. */
export function StepsSection() {
  const [step, setStep] = useState('risks');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div>
      <IdentityBar {...demoIdentity} procedures={[{ name: 'Cataract surgery', side: 'RIGHT eye' }]} />
      <StepTabs label="Steps of this consent" steps={demoSteps} active={step} onSelect={setStep} />
      <FooterBar
        state={
          <StateChip tone="info" live>
            Saved on this tablet 14:02
          </StateChip>
        }
      >
        <Button variant="subtle" color="red" onClick={() => setIsAsking(true)}>
          Discard
        </Button>
        <Button variant="default">Save and exit</Button>
        <Button>Save and continue</Button>
      </FooterBar>
      <ConfirmModal
        opened={isAsking}
        title="Discard this draft?"
        okLabel="Discard"
        tone="stop"
        onOk={() => setIsAsking(false)}
        onCancel={() => setIsAsking(false)}
      >
        What you wrote for this patient is removed from this tablet. This cannot be undone.
      </ConfirmModal>
    </div>
  );
}
