import { useState } from 'react';
import type { Recipient } from '#domain/consents/recipients.ts';
import type { QuietAct } from '../acts/quiet-acts.ts';
import type { NextStep } from './next-step.ts';

export type NextActs = ReturnType<typeof useNextActs>;

/**
 * The acts that the reader has begun at the next step: a handover, their own signature before the others, an act with a reason.
 * They stay begun when the step changes, and are hidden at a step without a place for them.
 *
 * @param handsOver - whether the handover to the first signer opens automatically, until it is dismissed
 */
export function useNextActs(step: NextStep, handsOver: boolean) {
  const [chosen, handOver] = useState<Recipient | null>(null);
  const [isDismissed, setDismissed] = useState(false);
  const [isSigningFirst, setSigningFirst] = useState(false);
  const [openAct, askFor] = useState<QuietAct | null>(null);
  // The cached copy may still be the draft: the question opens once the case has reached the handover.
  const first = handsOver && !isDismissed && step.kind === 'handover' ? (step.signers[0] ?? null) : null;
  const maySignFirst = step.kind === 'handover' && step.maySignFirst;
  return {
    /** the signer to whom the tablet is about to be handed */
    signer: 'signers' in step ? (chosen ?? first) : null,
    handOver,
    endHandover: () => {
      handOver(null);
      setDismissed(true);
    },
    isSigning: step.kind === 'sign' || (maySignFirst && isSigningFirst),
    signFirst: maySignFirst && !isSigningFirst ? () => setSigningFirst(true) : undefined,
    act: 'act' in step ? openAct : null,
    askFor,
    endAct: () => askFor(null),
  };
}
