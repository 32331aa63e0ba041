import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { useOwnName, useSession } from '#src/session/session.ts';
import { ActModal } from '../acts/ActModal.tsx';
import { ClinicianSign } from '../acts/ClinicianSign.tsx';
import type { QuietAct } from '../acts/quiet-acts.ts';
import { HandoverModal } from './HandoverModal.tsx';
import { nextStep } from './next-step.ts';
import { SecondOpinionNext } from './SecondOpinionNext.tsx';
import { StepOfCase } from './StepOfCase.tsx';
import { useNextActs } from './use-next-acts.ts';

type Props = {
  readonly consent: ConsentView;
  readonly patient: RecordSummary['patient'];
  /** The acts that this person may perform beside the next step. */
  readonly acts: readonly QuietAct[];
  /** Whether the question before a handover opens automatically, until it is dismissed. */
  readonly handsOver: boolean;
};

/**
 * The primary next step of this case, and below it any act under way: a signature, a second opinion, an act with a reason, a
 * handover.
 */
export function NextPanel({ consent, patient, acts, handsOver }: Props) {
  const user = useSession()?.user;
  const name = useOwnName();
  const step = nextStep(consent, { userId: user?._id, permissions: user?.permissions ?? [] });
  const next = useNextActs(step, handsOver);
  const mayGiveOpinion = 'mayGiveOpinion' in step && step.mayGiveOpinion;
  const [first] = 'signers' in step ? step.signers : [];
  return (
    <>
      <StepOfCase step={step} consent={consent} patient={patient} acts={acts} next={next} />
      {next.isSigning && (
        // Ink and typed names belong to this very form: another form, or a changed one, starts empty.
        <ClinicianSign key={`${consent.consentID} ${consent.contentDigest}`} consent={consent} patient={patient} name={name} />
      )}
      {(step.kind === 'second-opinion' || mayGiveOpinion) && (
        <SecondOpinionNext
          consent={consent}
          patient={patient}
          name={name}
          mayGive={mayGiveOpinion}
          onHandOver={first && (() => next.handOver(first))}
        />
      )}
      {next.act !== null && <ActModal act={next.act} acts={acts} consent={consent} onClose={next.endAct} />}
      {next.signer !== null && (
        <HandoverModal
          key={`${consent.consentID} ${next.signer.signing_order}`}
          consent={consent}
          patient={patient}
          signer={next.signer}
          onCancel={next.endHandover}
        />
      )}
    </>
  );
}
