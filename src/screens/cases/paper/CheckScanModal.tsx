import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { procedureInWords } from '#domain/consents/consent.ts';
import type { UploadedScan } from '#domain/documents/paper-scan.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { useEffect, useRef } from 'react';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import styles from '../cases.module.css';
import { DialogError } from '../DialogError.tsx';
import { matchWords } from './paper-words.ts';
import { PaperView } from './PaperView.tsx';
import { ScanIdentity } from './ScanIdentity.tsx';
import { ScanPages } from './ScanPages.tsx';
import { ScanSigners } from './ScanSigners.tsx';
import { ScanTicks } from './ScanTicks.tsx';
import { ScanWords } from './ScanWords.tsx';
import { useScanCheck, type ScanCheck } from './use-scan-check.ts';

type Props = {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
  readonly scan: UploadedScan;
  readonly onClose: () => void;
};

/** Asks a clinician what stands on the scan of a form, with its pages beside: whose it is, who has signed when, and what is ticked. */
export function CheckScanModal({ consent, patient, scan, onClose }: Props) {
  const check = useScanCheck(consent, scan, onClose);
  const fields = useStepFocus(check);
  const isAgain = check.step === 'AGAIN';
  return (
    <ConfirmModal
      opened
      title="Check the scan"
      okLabel={check.isLastStep ? 'Save the signatures' : 'Continue'}
      cancelLabel={isAgain ? 'Back' : 'Cancel'}
      busy={check.isSaving}
      okDisabled={!check.hasSigner}
      onOk={() => (check.isLastStep ? void check.save() : check.goOn())}
      onCancel={isAgain ? check.goBack : onClose}
      beside={<PaperView consentID={consent.consentID} scan={scan} />}
    >
      <div ref={fields} className={styles.stack} role="group" aria-label="What stands on the paper" tabIndex={-1}>
        {isAgain ? (
          <ScanTicks
            id="scan-again"
            label="Look at the paper once more"
            hint="An operation depends on these. Enter again what is ticked, without looking back: the two entries are compared."
            choices={check.again}
            ticks={check.secondTicks}
            onTick={check.tickAgain}
          />
        ) : (
          <>
            <ComparedForm consent={consent} patient={consent.shownPatient ?? patient} scan={scan} check={check} />
            <ScanFields check={check} scan={scan} />
          </>
        )}
      </div>
    </ConfirmModal>
  );
}

/** The fields of the present step: a new step is seen from its top and takes the focus, and after a refusal the first fault is in sight. */
function useStepFocus({ step, problems }: Pick<ScanCheck, 'step' | 'problems'>) {
  const fields = useRef<HTMLDivElement>(null);
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    fields.current?.scrollIntoView();
    fields.current?.focus({ preventScroll: true });
  }, [step]);
  useEffect(() => {
    if (problems.length > 0) fields.current?.querySelector('[role=alert], [id$=-error]')?.scrollIntoView({ block: 'center' });
  }, [problems]);
  return fields;
}

type ComparedProps = Pick<Props, 'consent' | 'scan'> & {
  readonly patient: Pick<Props['patient'], 'firstName' | 'lastName' | 'dateOfBirth'>;
  readonly check: ScanCheck;
};

/** The form with which the paper is compared. */
function ComparedForm({ consent, patient, scan, check }: ComparedProps) {
  return (
    <>
      <p>{matchWords(scan)} Compare its pages with this form:</p>
      <p className={styles.check}>
        {/* Where the paper alone says whose it is, its name is read from there. */}
        {!check.isCompared && (
          <span>
            <strong>{formalName(patient)}</strong>, born <strong>{longDate(patient.dateOfBirth)}</strong>
          </span>
        )}
        <strong>{consent.procedures.map(procedureInWords).join('; ')}</strong>
      </p>
    </>
  );
}

/** All that is read from the paper the first time. */
function ScanFields({ check, scan }: { readonly check: ScanCheck; readonly scan: UploadedScan }) {
  return (
    <>
      {check.otherProblems.map(({ message }) => (
        <DialogError key={message} words={message} />
      ))}
      {check.isCompared && <ScanIdentity check={check} />}
      {scan.unread.length > 0 && <ScanPages check={check} unread={scan.unread} />}
      <ScanSigners check={check} />
      {check.choices.length > 0 && (
        <ScanTicks
          id="scan-ticks"
          label="What is ticked on the paper?"
          hint="Read each from the paper. The document says that you did."
          choices={check.choices}
          ticks={check.ticks}
          onTick={check.tick}
        />
      )}
      {check.hasSigner && <ScanWords check={check} />}
      <p className={styles.small}>Their signatures then count in full. Who they are was not checked here.</p>
    </>
  );
}
