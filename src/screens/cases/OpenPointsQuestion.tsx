import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { openPointsNow } from '#domain/consents/open-points.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { TalkModal } from './acts/TalkModal.tsx';
import { HandoverButtons } from './next/HandoverButtons.tsx';
import { HandoverModal } from './next/HandoverModal.tsx';
import { OpenPointsNotice } from './OpenPointsNotice.tsx';
import { answerableTitle } from './open-points-words.ts';
import { answeringSigners } from './waiting-signers.ts';

type Props = {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
  /** whether this person may record a talk; on a merged record the server takes none */
  readonly mayTalk: boolean;
  /** whether this person may hand over the tablet now */
  readonly maySend: boolean;
};

/**
 * The choices that a form leaves open, and the way to settle them: until the clinician has signed, whoever has signed answers them on the
 * tablet; after everybody has, a talk is recorded.
 */
export function OpenPointsQuestion({ consent, patient, mayTalk, maySend }: Props) {
  const [isTalking, setTalking] = useState(false);
  const [signer, setSigner] = useState<Recipient | null>(null);
  const open = openPointsOnForm(consent);
  const points = openPointsNow(open, { isSigned: consent.status === 'SIGNED' });
  const canTalk = mayTalk && consent.status === 'SIGNED' && points.length > 0;
  const signers = maySend ? answeringSigners(consent) : [];
  const again = signers.length === 0 ? null : <HandoverButtons consent={consent} signers={signers} onHandOver={setSigner} />;
  return (
    <>
      <OpenPointsNotice
        consent={consent}
        action={canTalk ? <Button onClick={() => setTalking(true)}>Talked about it</Button> : (again ?? undefined)}
      />
      {points.length === 0 && again !== null && (
        <Notice tone="info" title={answerableTitle(open)} action={again}>
          Whoever has signed can still answer and sign that on this tablet, until the clinician has signed.
        </Notice>
      )}
      {isTalking && canTalk && <TalkModal consent={consent} points={points} onClose={() => setTalking(false)} />}
      {signer !== null && (
        <HandoverModal
          key={signer.signing_order}
          consent={consent}
          patient={patient}
          signer={signer}
          onCancel={() => setSigner(null)}
        />
      )}
    </>
  );
}
