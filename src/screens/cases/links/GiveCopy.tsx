import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { PATIENT_STATUSES } from '#domain/base/states.ts';
import { copyStateOf, isCopyLinkOut } from '#domain/cases/copy-state.ts';
import { isConsenter, isSignerDone, type Recipient } from '#domain/consents/recipients.ts';
import { isSecretFrom } from '#domain/family/family-signers.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import { useProduct } from '#src/queries/reference.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { useSession } from '#src/session/session.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import styles from '../cases.module.css';
import { signerWords } from '../signing-words.ts';
import { useOpenSealed } from './use-open-sealed.ts';
import { CopyCodeModal } from './CopyCodeModal.tsx';
import { CopyOutcomeModal } from './CopyOutcomeModal.tsx';
import { copyAct, COPY_WAYS, copyStateWords, type CopyWay } from './copy-words.ts';
import { EndLinkModal } from './EndLinkModal.tsx';
import { whyNoMail } from './link-way.ts';
import { MailCopyModal } from './MailCopyModal.tsx';
import { destinationWords, useContact } from './use-contact.ts';
import { useHasAddress } from './use-has-address.ts';

type Props = { readonly consent: ConsentView; readonly patient: RecordSummary['patient'] };

/** Gives those who have decided their copy, and says what became of it. Nobody is offered one who may not be told. */
export function GiveCopies({ consent, patient }: Props) {
  const permissions = useSession()?.user.permissions ?? [];
  const signers = consent.recipients.filter(
    (each) => isConsenter(each) && isSignerDone(each) && !isSecretFrom(consent, each.role),
  );
  const status = PATIENT_STATUSES.find((each) => each === patient.status);
  const isWrittenTo = status !== undefined && mayStartConsent(status);
  if (!permissions.includes('consents.send') || !isWrittenTo) return null;
  return signers.map((signer) => <GiveCopy key={signer.signing_order} consent={consent} patient={patient} signer={signer} />);
}

type Open = CopyWay | 'NOT_WANTED' | 'END';

function GiveCopy({ consent, patient, signer }: Props & { readonly signer: Recipient }) {
  const { timeZone } = useProduct();
  const { consentID, Timeline } = consent;
  const order = signer.signing_order;
  const state = copyStateOf(Timeline, { consentID, order });
  const { words, tone, when } = copyStateWords(state, timeZone);
  // Asked for once: whatever happens to the copy meanwhile ends it.
  const [againAfter, setAgainAfter] = useState<string | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const pdf = useOpenSealed(consent);
  const who = signerWords(consent.recipients, signer);
  const isServerHere = useServerStatus() === 'here';
  const onClose = () => setOpen(null);
  const dialog = { consent, patient, signer, onClose };
  const act = (way: CopyWay) => {
    if (way === 'PRINT') pdf.open();
    setOpen(way);
  };
  return (
    <Panel title={`Give ${who} a copy`} actions={<StateChip tone={tone}>{words}</StateChip>}>
      <div className={styles.stack}>
        {when !== '' && <p className={styles.small}>{when}</p>}
        {state.way === 'NONE' || againAfter === state.at ? (
          <Ways {...{ consent, patient, signer, who, isServerHere }} onAct={act} onNone={() => setOpen('NOT_WANTED')} />
        ) : (
          <div className={styles.linkActs}>
            <Button variant="default" onClick={() => setAgainAfter(state.at)}>
              Give another copy
            </Button>
            {isCopyLinkOut(Timeline, { consentID, order }) && (
              <Button variant="subtle" disabled={!isServerHere} onClick={() => setOpen('END')}>
                End the link<span className="visually-hidden"> for {who}</span>
              </Button>
            )}
          </div>
        )}
        {!isServerHere && <p className={styles.small}>This needs the network, and the server cannot be reached.</p>}
      </div>
      {open === 'EMAIL' && <MailCopyModal {...dialog} />}
      {open === 'QR' && <CopyCodeModal {...dialog} />}
      {open === 'PRINT' && <CopyOutcomeModal {...dialog} outcome="PRINTED" />}
      {open === 'NOT_WANTED' && <CopyOutcomeModal {...dialog} outcome="NOT_WANTED" />}
      {open === 'END' && <EndLinkModal {...dialog} />}
    </Panel>
  );
}

type WaysProps = Props & {
  readonly signer: Recipient;
  readonly who: string;
  readonly isServerHere: boolean;
  readonly onAct: (way: CopyWay) => void;
  readonly onNone: () => void;
};

/** The ways to give a copy, each with where it goes, and the words of a no. */
function Ways({ consent, patient, signer, who, isServerHere, onAct, onNone }: WaysProps) {
  const permissions = useSession()?.user.permissions ?? [];
  const hasAddress = useHasAddress(consent, patient);
  const contact = useContact('email', consent, { patient, signer });
  const noMail = whyNoMail({ consent, patient, permissions, hasAddress }, signer);
  const [chosen, setChosen] = useState<CopyWay | null>(null);
  const way = chosen ?? (noMail === null ? 'EMAIL' : 'QR');
  return (
    <>
      <ChoiceCards
        id={`copy-${signer.signing_order}`}
        label="By which way?"
        stacked
        choices={COPY_WAYS.map(({ value, label, hint }) =>
          value === 'EMAIL'
            ? { value, label, hint: noMail?.words ?? `To ${destinationWords(contact)}`, disabled: noMail !== null }
            : { value, label, hint },
        )}
        value={way}
        onChange={setChosen}
      />
      <div className={styles.copyActs}>
        <Button variant="subtle" disabled={!isServerHere} onClick={onNone}>
          Not wanted<span className="visually-hidden"> by {who}</span>
        </Button>
        <Button disabled={!isServerHere} onClick={() => onAct(way)}>
          {copyAct(way)}
          <span className="visually-hidden"> for {who}</span>
        </Button>
      </div>
    </>
  );
}
