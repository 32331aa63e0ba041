import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { paths } from '#src/paths.ts';
import type { BlockedChange, ConsentView } from '#src/queries/records.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { SealedPanel } from '../SealedPanel.tsx';
import { stoppedWords } from './next-words.ts';
import { StepPanel } from './StepPanel.tsx';

type Props = {
  readonly consent: ConsentView;
  readonly patient: RecordSummary['patient'];
  readonly stopped: BlockedChange;
  readonly isSigned: boolean;
};

/** The server did not accept a change of this tablet: a person looks at it. A document that there is stays in reach. */
export function StoppedNext({ consent, patient, stopped, isSigned }: Props) {
  return (
    <>
      <StepPanel words={stoppedWords(stopped)}>
        <ButtonLink href={paths.outboxItem(stopped.item).href}>Look at it</ButtonLink>
      </StepPanel>
      {isSigned && <SealedPanel consent={consent} patient={patient} />}
    </>
  );
}
