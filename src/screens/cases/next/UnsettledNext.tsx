import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { DisagreementModal } from '../acts/DisagreementModal.tsx';
import { HandoverButtons } from './HandoverButtons.tsx';
import { StepPanel } from './StepPanel.tsx';

type Props = {
  readonly consent: Consent;
  readonly signers: readonly Recipient[];
  readonly onHandOver: (signer: Recipient) => void;
};

/** Adults disagree: how that was settled is recorded, and the others may sign meanwhile. */
export function UnsettledNext({ consent, signers, onHandOver }: Props) {
  const [isSettling, setSettling] = useState(false);
  const meanwhile = signers.length > 0 ? ' The others may sign meanwhile.' : '';
  return (
    <>
      <StepPanel words={`Talk with the family, then record how this was settled.${meanwhile}`}>
        <HandoverButtons consent={consent} signers={signers} onHandOver={onHandOver} />
        <Button onClick={() => setSettling(true)}>Record how it was settled</Button>
      </StepPanel>
      {isSettling && <DisagreementModal consent={consent} onClose={() => setSettling(false)} />}
    </>
  );
}
