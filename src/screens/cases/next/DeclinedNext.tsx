import { Button } from '@mantine/core';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { deciderOf } from '#domain/forms/form-types.ts';
import { NEW_VERSION } from '../acts/act-words.ts';
import { CopyCaution } from '../CopyCaution.tsx';
import { RefusalButton } from '../RefusalButton.tsx';
import { StepPanel } from './StepPanel.tsx';

type Props = {
  readonly consent: Pick<Consent, 'consentID' | 'formType' | 'status' | 'Timeline' | 'shownPatient' | 'identityChecks'>;
  readonly patient: RecordSummary['patient'];
  /** Starts a new version; absent where this person may not. */
  readonly onReopen: (() => void) | undefined;
};

/** Somebody who has to sign said no: the talk comes first, then a new version. */
export function DeclinedNext({ consent, patient, onReopen }: Props) {
  return (
    <StepPanel
      words={
        deciderOf(consent.formType) === 'clinician'
          ? 'Talk with whoever does not agree. Nothing is done before that is settled. Then start a new version.'
          : 'Talk it through again. Nothing is done without consent. Then start a new version.'
      }
    >
      <CopyCaution consent={consent} patient={patient}>
        <RefusalButton consent={consent} label="" isMain />
      </CopyCaution>
      {onReopen !== undefined && <Button onClick={onReopen}>{NEW_VERSION}</Button>}
    </StepPanel>
  );
}
