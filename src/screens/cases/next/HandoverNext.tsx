import { Button } from '@mantine/core';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { HandoverButtons } from './HandoverButtons.tsx';
import { beforeWords, handoverWords } from './next-words.ts';
import { StepPanel } from './StepPanel.tsx';

type Props = {
  readonly consent: Consent;
  readonly signers: readonly Recipient[];
  readonly onHandOver: (signer: Recipient) => void;
};

type HandoverProps = Props & {
  /** Opens the reader's own signature; absent where it is open, or not theirs to give. */
  readonly onSignFirst: (() => void) | undefined;
};

/** The tablet is handed over next: to the signer who comes first, or to another. */
export function HandoverNext({ consent, signers, onHandOver, onSignFirst }: HandoverProps) {
  return (
    <StepPanel words={handoverWords(consent, signers[0])}>
      {onSignFirst !== undefined && (
        <Button variant="default" onClick={onSignFirst}>
          Sign as clinician first
        </Button>
      )}
      <HandoverButtons consent={consent} signers={signers} isFirstNext onHandOver={onHandOver} />
    </StepPanel>
  );
}

/** The clinician signs next: whoever else is to sign is handed the tablet before. */
export function BeforeOwnSignature({ consent, signers, onHandOver }: Props) {
  if (signers.length === 0) return null;
  return (
    <StepPanel title="Before you sign" words={beforeWords(consent, signers)}>
      <HandoverButtons consent={consent} signers={signers} onHandOver={onHandOver} />
    </StepPanel>
  );
}
