import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { roleInText } from '#domain/forms/role-words.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import styles from '../cases.module.css';
import { linkOf } from '../links/link-words.ts';
import { signerWords } from '../signing-words.ts';
import { RightPerson } from './RightPerson.tsx';
import { useHandover } from './use-handover.ts';

type Props = {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
  /** chosen at first; another one may be chosen */
  readonly signer: Recipient;
  readonly onCancel: () => void;
};

/** Asks who signs now, and whether this is the right person, explains the handover, then starts it. */
export function HandoverModal({ consent, patient, signer: first, onCancel }: Props) {
  const handover = useHandover(consent, first.signing_order);
  const { signer, problem } = handover;
  // Somebody who has signed is handed the tablet for their answers alone, and nobody by mistake.
  const signers = handover.isAgain ? [] : handover.signers.filter(({ state }) => state !== 'SIGNED');
  const link = signer && linkOf(consent, signer);
  const hasLink = link !== undefined && link.state !== 'ENDED';
  return (
    <ConfirmModal
      opened
      title={`Hand the tablet to ${signer === undefined ? 'the signer' : signerWords(consent.recipients, signer)}?`}
      okLabel="Hand over now"
      busy={handover.isBusy}
      okDisabled={!handover.isPossible || signer === undefined}
      onOk={() => void handover.give()}
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
            value={String(handover.chosen)}
            onChange={(value) => handover.choose(Number(value))}
          />
        )}
        <RightPerson consent={consent} patient={patient} signer={signer} />
        {handover.isAgain && (
          <p>They have signed. They are asked only what the form leaves open, and sign their answers. Their signature stays.</p>
        )}
        {hasLink && <p>The link that was sent to them ends.</p>}
        <p>
          Your session on this tablet closes, and only this form can be opened, also after a reload. To take the tablet back you
          need your {handover.hasTabletPin ? 'tablet PIN or your ' : ''}
          password.
        </p>
      </div>
    </ConfirmModal>
  );
}

/** `Ada Demo, parent` */
function nameAndRole({ recipient_name, role }: Recipient): string {
  return [recipient_name, roleInText(role)].filter((part) => part !== '').join(', ');
}
