import { useState } from 'react';
import type { Consent } from '#contract/record-shapes.ts';
import type { RecordSummary } from '#contract/record-summary.ts';
import { procedureInWords } from '#domain/consent.ts';
import { spacedNhsNumber } from '#domain/nhs-number.ts';
import { formalName } from '#domain/patient-name.ts';
import { longDate } from '#domain/plain-date.ts';
import type { Recipient } from '#domain/recipients.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import { useHandOver, useHandoverBlock } from '#src/queries/handover.ts';
import { useProduct } from '#src/queries/reference.ts';
import { newId } from '#src/offline/env.ts';
import { handOff } from '#src/session/auth.ts';
import { useSession } from '#src/session/session.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import styles from './cases.module.css';
import { signerWords } from './signing-words.ts';

type Props = {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
  readonly signer: Recipient;
  readonly onCancel: () => void;
};

/** Asks whether this is the right person and explains the handover, then starts it. */
export function HandoverModal({ consent, patient, signer, onCancel }: Props) {
  // A retry after a lost answer continues the same handover.
  const [handoverId] = useState(newId);
  const [error, setError] = useState<string | null>(null);
  const send = useHandOver();
  const block = useHandoverBlock(consent, useServerStatus() === 'here');
  const problem = error ?? block;
  const { timeZone } = useProduct();
  const user = useSession()?.user;
  const hasTabletPin = user?.hasTabletPin ?? false;
  const { consentID, recordID } = consent;
  const { role, signing_order } = signer;
  const isOnly = consent.recipients.filter((each) => each.role === role).length === 1;
  const give = async () => {
    setError(null);
    try {
      const organisation = { name: user?.organisation[0]?.name ?? '', timeZone };
      const given = await send.mutateAsync({
        consent,
        role,
        ...(isOnly ? {} : { signing_order }),
        handoverId,
        organisation,
      });
      const clinicianName = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
      // The staff session is cleared, and the browser opens the signer's page.
      handOff({ ...given, handoverId, consentID, role, clinicianName, recordID, hasTabletPin });
    } catch (failure) {
      setError(
        failure instanceof DOMException
          ? 'This browser does not store anything, so staff work cannot be locked away. Do not hand over the tablet: open the app in a normal window.'
          : failureWords(failure),
      );
    }
  };
  return (
    <ConfirmModal
      opened
      title={`Hand the tablet to ${signerWords(consent.recipients, signer)}?`}
      okLabel="Hand over now"
      busy={send.isPending}
      okDisabled={block !== null}
      onOk={() => void give()}
      onCancel={onCancel}
    >
      <div className={styles.stack}>
        {problem !== null && (
          <Notice tone="stop" live>
            {problem}
          </Notice>
        )}
        <div className={styles.check}>
          {role === 'PATIENT' ? (
            <p>Check that this is the right person:</p>
          ) : (
            <p>
              Check that this is <strong>{signer.recipient_name}</strong>, and that the form is about:
            </p>
          )}
          <strong>{formalName(patient)}</strong>
          <span className="num">Born {longDate(patient.dateOfBirth)}</span>
          <span className="num">
            {patient.nhsNumber === null ? 'No NHS number' : `NHS number ${spacedNhsNumber(patient.nhsNumber)}`}
          </span>
          {consent.procedures.map((procedure) => (
            <span key={procedure.procedureID}>{procedureInWords(procedure)}</span>
          ))}
        </div>
        <p>
          Your session on this tablet closes, and only this form can be opened, also after a reload. To take the tablet back you
          need your {hasTabletPin ? 'tablet PIN or your ' : ''}
          password.
        </p>
      </div>
    </ConfirmModal>
  );
}
