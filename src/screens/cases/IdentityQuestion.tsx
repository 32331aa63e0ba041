import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { acceptIdentityRefusal, identityStepWords } from '#domain/patients/identity-acceptance.ts';
import { holdingAcceptances } from '#domain/patients/identity-check.ts';
import { useSession } from '#src/session/session.ts';
import { AcceptIdentityModal } from './acts/AcceptIdentityModal.tsx';
import { IdentityNotice } from './IdentityNotice.tsx';

type Props = {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
  /** On a merged record the server settles nothing. */
  readonly isMerged: boolean;
};

/** The person of a signed form, where the record names its patient otherwise by now, and the way to settle it. */
export function IdentityQuestion({ consent, patient, isMerged }: Props) {
  const [isAccepting, setAccepting] = useState(false);
  const user = useSession()?.user;
  const { shownPatient: form = null, identityChecks: acceptances = [] } = consent;
  if (form === null || user === undefined) return null;
  const compared = { form, record: patient, acceptances };
  const refusal = acceptIdentityRefusal(compared, { userID: user._id, permissions: user.permissions });
  const mayAccept = !isMerged && consent.status === 'SIGNED' && refusal === null;
  return (
    <>
      <IdentityNotice
        consent={consent}
        patient={patient}
        step={identityStepWords(holdingAcceptances(patient, acceptances), refusal)}
        action={mayAccept ? <Button onClick={() => setAccepting(true)}>Check who this is</Button> : undefined}
      />
      {isAccepting && mayAccept && (
        <AcceptIdentityModal consent={consent} form={form} record={patient} onClose={() => setAccepting(false)} />
      )}
    </>
  );
}
