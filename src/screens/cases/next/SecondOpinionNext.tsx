import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { givesSecondOpinion } from '#domain/forms/signer-roles.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { ClinicianSign } from '../acts/ClinicianSign.tsx';
import { StepPanel } from './StepPanel.tsx';

type Props = {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
  readonly name: string;
  /** Whether this person is another clinician than the one whose form it is. */
  readonly mayGive: boolean;
  /** Hands the tablet to the other clinician; absent where this person may not. */
  readonly onHandOver: (() => void) | undefined;
};

/** The second opinion is next: another clinician gives it here, under their own account. */
export function SecondOpinionNext({ consent, patient, name, mayGive, onHandOver }: Props) {
  const [isSigning, setSigning] = useState(false);
  const reviewerName = consent.recipients.find(({ role }) => givesSecondOpinion(role))?.recipient_name ?? '';
  if (isSigning)
    return (
      <ClinicianSign
        key={`${consent.consentID} ${consent.contentDigest}`}
        consent={consent}
        patient={patient}
        name={name}
        signsAs="SECOND_OPINION"
      />
    );
  return (
    <StepPanel
      words={
        mayGive
          ? `A second opinion is asked for, by ${reviewerName}. Look at the case for yourself before you sign.`
          : `${reviewerName} gives the second opinion: signed in under their own account, on any device.`
      }
    >
      {!mayGive && onHandOver !== undefined && (
        <Button variant="default" leftSection={<Icon name="tablet" />} onClick={onHandOver}>
          They have no account: hand the tablet over
        </Button>
      )}
      {mayGive && <Button onClick={() => setSigning(true)}>Give the second opinion</Button>}
    </StepPanel>
  );
}
