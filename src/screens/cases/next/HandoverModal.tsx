import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { procedureInWords } from '#domain/consents/consent.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { longDate } from '#domain/values/plain-date.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { isPatientOnOwnForm } from '#domain/forms/signer-roles.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import { useHandOver, useHandoverBlock } from '#src/queries/handover.ts';
import { useProduct } from '#src/queries/reference.ts';
import { newId } from '#src/device/env.ts';
import { handOff } from '#src/auth/auth.ts';
import { useSession } from '#src/session/session.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { linkOf } from '../links/link-words.ts';
import { signerWords } from '../signing-words.ts';
import { handoverSigners } from '../waiting-signers.ts';
import styles from '../cases.module.css';

type Props = {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
  /** chosen at first; another one may be chosen */
  readonly signer: Recipient;
  readonly onCancel: () => void;
};

/** Asks who signs now, and whether this is the right person, explains the handover, then starts it. */
export function HandoverModal({ consent, patient, signer: first, onCancel }: Props) {
  // A retry after a lost answer continues the same handover; another signer is another one.
  const [handoverIds] = useState(() => new Map<number, string>());
  const [error, setError] = useState<string | null>(null);
  const send = useHandOver();
  const block = useHandoverBlock(consent, useServerStatus() === 'here');
  const problem = error ?? block;
  const { timeZone, languages } = useProduct();
  const user = useSession()?.user;
  const hasTabletPin = user?.hasTabletPin ?? false;
  const { consentID, recordID } = consent;
  const signers = handoverSigners(consent);
  const [chosen, setChosen] = useState(first.signing_order);
  const signer = signers.find(({ signing_order }) => signing_order === chosen);
  const link = signer && linkOf(consent, signer);
  const hasLink = link !== undefined && link.state !== 'ENDED';
  const give = async () => {
    if (signer === undefined) return;
    const { role: signerRole, signing_order: place } = signer;
    const handoverId = handoverIds.get(place) ?? newId();
    handoverIds.set(place, handoverId);
    setError(null);
    try {
      const organisation = { name: consent.organisationName ?? user?.organisation[0]?.name ?? '', timeZone };
      const request = { consent, role: signerRole, signingOrder: place, handoverId, organisation, languages };
      const given = await send.mutateAsync(request);
      const clinicianName = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
      // The staff session is cleared, and the browser opens the signer's page.
      const handed = { handoverId, consentID, role: signerRole, signing_order: place, clinicianName, recordID, hasTabletPin };
      handOff({ ...given, ...handed });
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
      title={`Hand the tablet to ${signer === undefined ? 'the signer' : signerWords(consent.recipients, signer)}?`}
      okLabel="Hand over now"
      busy={send.isPending}
      okDisabled={block !== null || signer === undefined}
      onOk={() => void give()}
      onCancel={onCancel}
    >
      <div className={styles.stack}>
        {problem !== null && (
          <Notice tone="stop" live>
            {problem}
          </Notice>
        )}
        {signers.length > 1 && (
          <ChoiceCards
            id="handover-signer"
            label="Who signs now?"
            choices={signers.map((each) => ({ value: String(each.signing_order), label: nameAndRole(each) }))}
            value={String(chosen)}
            onChange={(value) => setChosen(Number(value))}
          />
        )}
        <div className={styles.check}>
          {signer === undefined || isPatientOnOwnForm(signer.role) ? (
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
        {hasLink && <p>The link that was sent to them ends.</p>}
        <p>
          Your session on this tablet closes, and only this form can be opened, also after a reload. To take the tablet back you
          need your {hasTabletPin ? 'tablet PIN or your ' : ''}
          password.
        </p>
      </div>
    </ConfirmModal>
  );
}

/** `Ada Demo, parent` */
function nameAndRole({ recipient_name, role }: Recipient): string {
  return [recipient_name, ROLE_WORDS[role].toLocaleLowerCase('en-GB')].filter((part) => part !== '').join(', ');
}
