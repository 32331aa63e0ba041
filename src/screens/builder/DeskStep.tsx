import type { BuilderStep } from '#domain/completeness.ts';
import { useSession } from '#src/session/session.ts';
import { InterpreterStep } from './InterpreterStep.tsx';
import { MattersStep } from './MattersStep.tsx';
import { ProcedureStep } from './ProcedureStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { RisksStep } from './RisksStep.tsx';
import type { BuilderStepProps } from './step-props.ts';

type Props = {
  readonly step: BuilderStep;
  readonly props: BuilderStepProps;
};

/** The step that is open. */
export function DeskStep({ step, props }: Props) {
  const user = useSession()?.user;
  switch (step) {
    case 'procedure':
      return <ProcedureStep {...props} />;
    case 'risks':
      return <RisksStep {...props} />;
    case 'matters':
      return <MattersStep {...props} />;
    case 'interpreter':
      return <InterpreterStep {...props} />;
    case 'review':
      return <ReviewStep {...props} clinicianName={`${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim()} />;
  }
}
