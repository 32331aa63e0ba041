import { paths } from '#src/paths.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { useSession } from '#src/session/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { NEW_VERSION } from './acts/act-words.ts';
import { ActModal } from './acts/ActModal.tsx';
import styles from './cases.module.css';
import { ClinicianSign } from './acts/ClinicianSign.tsx';
import { ExpiredNext } from './ExpiredNext.tsx';
import { beforeWords, handoverWords } from './handover-words.ts';
import { ImportedPanel } from './ImportedPanel.tsx';
import { HandoverModal } from './HandoverModal.tsx';
import { DisagreementModal } from './acts/DisagreementModal.tsx';
import { stoppedWords, waitingSigners, whoFindsDetailsWrong, type NextStep, type QuietAct } from './next-step.ts';
import { signerWords } from './signing-words.ts';
import { mayGiveSecondOpinion } from './second-opinion.ts';
import { SecondOpinionNext } from './SecondOpinionNext.tsx';
import { SealedPanel } from './SealedPanel.tsx';
import { deciderOf } from '#domain/forms/form-types.ts';

type Props = {
  readonly step: NextStep;
  readonly consent: Consent;
  readonly record: RecordSummary;
  readonly clinicianName: string;
  readonly maySign: boolean;
  /** What this person may do beside the next step. */
  readonly acts: readonly QuietAct[];
  /** The question before the handover opens by itself, until it is dismissed. */
  readonly handsOver: boolean;
};

/** The primary next step of this case. */
export function NextPanel({ step, consent, record, clinicianName, maySign, acts, handsOver }: Props) {
  const [chosen, setChosen] = useState<Recipient | null>(null);
  const [isDismissed, setDismissed] = useState(false);
  // The copy that is shown first may still be the draft: the question opens once the case has come to it.
  const asksAtFirst = handsOver && !isDismissed && step.kind === 'handover';
  const waiting = waitingSigners(consent);
  const toHand = waiting.filter(({ role }) => role !== 'CLINICIAN');
  // A second opinion is given under an own account.
  const others = toHand.filter(({ role }) => role !== 'SECOND_OPINION');
  const handing = chosen ?? (asksAtFirst ? (toHand[0] ?? null) : null);
  const [isSettling, setSettling] = useState(false);
  const [isSigning, setSigning] = useState(false);
  const { patient } = record;
  const [acting, setActing] = useState<QuietAct | null>(null);
  // Ink and typed names belong to this very form: another form, or a changed one, starts empty.
  const sign = (
    <ClinicianSign
      key={`${consent.consentID} ${consent.contentDigest}`}
      consent={consent}
      patient={patient}
      name={clinicianName}
    />
  );
  const user = useSession()?.user;
  const mayGive = mayGiveSecondOpinion(consent, { userId: user?._id, permissions: user?.permissions ?? [] });
  const secondOpinion = (
    <SecondOpinionNext
      consent={consent}
      patient={patient}
      name={clinicianName}
      mayGive={mayGive}
      mayHandOver={user?.permissions.includes('consents.send') === true}
      onHandOver={() => setChosen(toHand.find(({ role }) => role === 'SECOND_OPINION') ?? null)}
    />
  );
  const handover = handing !== null && (
    <HandoverModal
      key={`${consent.consentID} ${handing.signing_order}`}
      consent={consent}
      patient={patient}
      signer={handing}
      onCancel={() => {
        setChosen(null);
        setDismissed(true);
      }}
    />
  );
  switch (step.kind) {
    case 'continue':
      return (
        <Step words="This form is a draft. Nobody has been asked to sign it.">
          <ButtonLink href={paths.draft(consent.consentID, consent.recordID).href}>Continue the form</ButtonLink>
        </Step>
      );
    case 'answer':
      return <Step words="A question was asked. Answer it below, then hand the tablet over again." />;
    case 'handover':
      return (
        <>
          <Step words={handoverWords(consent, toHand[0])}>
            {waiting.some(({ role }) => role === 'CLINICIAN') && maySign && !isSigning && (
              <Button variant="default" onClick={() => setSigning(true)}>
                Sign as clinician first
              </Button>
            )}
            <Handovers consent={consent} signers={toHand} isFirstNext onChoose={setChosen} />
          </Step>
          {isSigning && waiting.some(({ role }) => role === 'CLINICIAN') && sign}
          {mayGive && secondOpinion}
          {handover}
        </>
      );
    case 'second-opinion':
      return (
        <>
          {secondOpinion}
          {handover}
        </>
      );
    case 'details-wrong':
      return (
        <>
          <Step words="Check who this is. If the form is wrong, change it; it is then made ready for signing again.">
            <Button variant="default" onClick={() => setChosen(whoFindsDetailsWrong(consent) ?? toHand[0] ?? null)}>
              Hand the tablet over again
            </Button>
            <Button onClick={() => setActing('recall')}>Change the form</Button>
          </Step>
          {acting !== null && <ActModal act={acting} acts={acts} consent={consent} onClose={() => setActing(null)} />}
          {handover}
        </>
      );
    case 'not-interpreted':
      return (
        <>
          <Step words="Find another interpreter, then change the form. It is made ready for signing again.">
            <Button onClick={() => setActing('recall')}>Change the form</Button>
          </Step>
          {acting !== null && <ActModal act={acting} acts={acts} consent={consent} onClose={() => setActing(null)} />}
        </>
      );
    case 'unsettled':
      return (
        <>
          <Step
            words={`Talk with the family, then record how this was settled.${toHand.length > 0 ? ' The others may sign meanwhile.' : ''}`}
          >
            <Handovers consent={consent} signers={toHand} onChoose={setChosen} />
            <Button onClick={() => setSettling(true)}>Record how it was settled</Button>
          </Step>
          {isSettling && <DisagreementModal consent={consent} onClose={() => setSettling(false)} />}
          {handover}
        </>
      );
    case 'sign':
      if (mayGive) return secondOpinion;
      return (
        <>
          {others.length > 0 && (
            <Step title="Before you sign" words={beforeWords(consent, others)}>
              <Handovers consent={consent} signers={others} onChoose={setChosen} />
            </Step>
          )}
          {sign}
          {handover}
        </>
      );
    case 'sealing':
    case 'sealed':
      return <SealedPanel consent={consent} />;
    case 'imported':
      return <ImportedPanel consent={consent} acts={acts} />;
    case 'others':
      return <Step words={step.what} />;
    case 'declined':
      return (
        <>
          <Step
            words={
              deciderOf(consent.formType) === 'clinician'
                ? 'Talk with whoever does not agree. Nothing is done before that is settled. Then start a new version.'
                : 'Talk it through again. Nothing is done without consent. Then start a new version.'
            }
          >
            {acts.includes('reopen') && <Button onClick={() => setActing('reopen')}>{NEW_VERSION}</Button>}
          </Step>
          {acting !== null && <ActModal act={acting} acts={acts} consent={consent} onClose={() => setActing(null)} />}
        </>
      );
    case 'expired':
      return <ExpiredNext consent={consent} patient={patient} />;
    case 'ended':
      return null;
    case 'stopped':
      return (
        <>
          <Step words={stoppedWords(step.stopped)}>
            <ButtonLink href={paths.outboxItem(step.stopped.item).href}>Look at it</ButtonLink>
          </Step>
          {consent.status === 'SIGNED' && <SealedPanel consent={consent} />}
        </>
      );
  }
}

type HandoversProps = {
  readonly consent: Consent;
  readonly signers: readonly Recipient[];
  /** The first signer is the next step of the case. */
  readonly isFirstNext?: boolean;
  readonly onChoose: (signer: Recipient) => void;
};

/** A way to hand the tablet to each signer who is waited for, the first in the order last and filled. */
function Handovers({ consent, signers, isFirstNext = false, onChoose }: HandoversProps) {
  return signers.toReversed().map((signer) => (
    <Button
      key={signer.signing_order}
      variant={isFirstNext && signer === signers[0] ? 'filled' : 'default'}
      leftSection={<Icon name="tablet" />}
      onClick={() => onChoose(signer)}
    >
      Hand the tablet to {signerWords(consent.recipients, signer)}
    </Button>
  ));
}

type StepProps = { readonly title?: string; readonly words: string; readonly children?: React.ReactNode };

function Step({ title = 'Next step', words, children }: StepProps) {
  return (
    <Panel title={title}>
      <div className={styles.next}>
        <p>{words}</p>
        {children !== undefined && <div className={styles.buttons}>{children}</div>}
      </div>
    </Panel>
  );
}
