import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { openPointsNow } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { TalkModal } from './acts/TalkModal.tsx';
import { OpenPointsNotice } from './OpenPointsNotice.tsx';

type Props = {
  readonly consent: Consent;
  /** whether this person may record a talk; on a merged record the server takes none */
  readonly mayTalk: boolean;
};

/** The choices that a form leaves open, and after everybody has signed the way to settle them. */
export function OpenPointsQuestion({ consent, mayTalk }: Props) {
  const [isTalking, setTalking] = useState(false);
  const points = openPointsNow(openPointsOnForm(consent), { isSigned: consent.status === 'SIGNED' });
  const canTalk = mayTalk && consent.status === 'SIGNED' && points.length > 0;
  return (
    <>
      <OpenPointsNotice
        consent={consent}
        action={canTalk ? <Button onClick={() => setTalking(true)}>Talked about it</Button> : undefined}
      />
      {isTalking && canTalk && <TalkModal consent={consent} points={points} onClose={() => setTalking(false)} />}
    </>
  );
}
