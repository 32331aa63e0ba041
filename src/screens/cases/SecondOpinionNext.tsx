import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import styles from './cases.module.css';
import { ClinicianSign } from './acts/ClinicianSign.tsx';

type Props = {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
  readonly name: string;
  /** Whether this person is another clinician than the one whose form it is. */
  readonly mayGive: boolean;
  readonly mayHandOver: boolean;
  readonly onHandOver: () => void;
};

/** The second opinion is next: another clinician gives it here, under their own account. */
export function SecondOpinionNext({ consent, patient, name, mayGive, mayHandOver, onHandOver }: Props) {
  const [isSigning, setSigning] = useState(false);
  const asked = consent.recipients.find(({ role }) => role === 'SECOND_OPINION')?.recipient_name ?? '';
  if (isSigning)
    return (
      <ClinicianSign
        key={`${consent.consentID} ${consent.contentDigest}`}
        consent={consent}
        patient={patient}
        name={name}
        block="SECOND_OPINION"
      />
    );
  return (
    <Panel title="Next step">
      <div className={styles.next}>
        <p>
          {mayGive
            ? `A second opinion is asked for, by ${asked}. Look at the case for yourself before you sign.`
            : `${asked} gives the second opinion: signed in under their own account, on any device.`}
        </p>
        <div className={styles.buttons}>
          {!mayGive && mayHandOver && (
            <Button variant="default" leftSection={<Icon name="tablet" />} onClick={onHandOver}>
              They have no account: hand the tablet over
            </Button>
          )}
          {mayGive && <Button onClick={() => setSigning(true)}>Give the second opinion</Button>}
        </div>
      </div>
    </Panel>
  );
}
