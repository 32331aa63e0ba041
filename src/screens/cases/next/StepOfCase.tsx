import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { paths } from '#src/paths.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import type { QuietAct } from '../acts/quiet-acts.ts';
import { ImportedPanel } from '../ImportedPanel.tsx';
import { SealedPanel } from '../SealedPanel.tsx';
import { DetailsWrongNext, NotInterpretedNext } from './ChangeNext.tsx';
import { DeclinedNext } from './DeclinedNext.tsx';
import { ExpiredNext } from './ExpiredNext.tsx';
import { HandoverNext, BeforeOwnSignature } from './HandoverNext.tsx';
import type { NextStep } from './next-step.ts';
import { StepPanel } from './StepPanel.tsx';
import { StoppedNext } from './StoppedNext.tsx';
import { UnsettledNext } from './UnsettledNext.tsx';
import type { NextActs } from './use-next-acts.ts';

type Props = {
  readonly step: NextStep;
  readonly consent: ConsentView;
  readonly patient: RecordSummary['patient'];
  readonly acts: readonly QuietAct[];
  readonly next: NextActs;
};

/** The panel of one next step; none where what comes next is a signature alone, or nothing. */
export function StepOfCase({ step, consent, patient, acts, next }: Props) {
  const { handOver, askFor } = next;
  switch (step.kind) {
    case 'continue':
      return (
        <StepPanel words="This form is a draft. Nobody has been asked to sign it.">
          <ButtonLink href={paths.draft(consent.consentID, consent.recordID).href}>Continue the form</ButtonLink>
        </StepPanel>
      );
    case 'answer':
      return <StepPanel words="A question was asked. Answer it below, then hand the tablet over again." />;
    case 'handover':
      return <HandoverNext consent={consent} signers={step.signers} onHandOver={handOver} onSignFirst={next.signFirst} />;
    case 'sign':
      return <BeforeOwnSignature consent={consent} signers={step.signers} onHandOver={handOver} />;
    case 'details-wrong':
      return <DetailsWrongNext onHandOver={() => handOver(step.signers[0] ?? null)} onChange={() => askFor(step.act)} />;
    case 'not-interpreted':
      return <NotInterpretedNext onChange={() => askFor(step.act)} />;
    case 'unsettled':
      return <UnsettledNext consent={consent} signers={step.signers} onHandOver={handOver} />;
    case 'declined':
      return (
        <DeclinedNext
          consent={consent}
          patient={patient}
          onReopen={acts.includes(step.act) ? () => askFor(step.act) : undefined}
        />
      );
    case 'expired':
      return <ExpiredNext consent={consent} patient={patient} />;
    case 'imported':
      return <ImportedPanel consent={consent} acts={acts} />;
    case 'sealing':
    case 'sealed':
      return <SealedPanel consent={consent} patient={patient} />;
    case 'stopped':
      return <StoppedNext consent={consent} patient={patient} stopped={step.stopped} isSigned={step.isSigned} />;
    case 'others':
      return <StepPanel words={step.what} />;
    case 'second-opinion':
    case 'ended':
      return null;
  }
}
