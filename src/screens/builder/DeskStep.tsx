import type { BuilderStep } from '#domain/form-steps.ts';
import { useOwnName } from '#src/session/session.ts';
import { AuthorityStep } from './AuthorityStep.tsx';
import { BestInterestsStep } from './BestInterestsStep.tsx';
import { CapacityStep } from './CapacityStep.tsx';
import { ChildStep } from './ChildStep.tsx';
import { FamilyStep } from './FamilyStep.tsx';
import { InterpreterStep } from './InterpreterStep.tsx';
import { MattersStep } from './MattersStep.tsx';
import { PeopleStep } from './PeopleStep.tsx';
import { ProcedureStep } from './ProcedureStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { RisksStep } from './RisksStep.tsx';
import { SecondOpinionStep } from './SecondOpinionStep.tsx';
import type { BuilderStepProps } from './step-props.ts';

type Props = {
  readonly step: BuilderStep;
  readonly props: BuilderStepProps;
};

/** The step that is open. */
export function DeskStep({ step, props }: Props) {
  const clinicianName = useOwnName();
  switch (step) {
    case 'procedure':
      return <ProcedureStep {...props} />;
    case 'risks':
      return <RisksStep {...props} />;
    case 'family':
      return <FamilyStep {...props} />;
    case 'child':
      return <ChildStep {...props} />;
    case 'capacity':
      return <CapacityStep {...props} />;
    case 'authority':
      return <AuthorityStep {...props} />;
    case 'people':
      return <PeopleStep {...props} />;
    case 'bestInterests':
      return <BestInterestsStep {...props} />;
    case 'secondOpinion':
      return <SecondOpinionStep {...props} />;
    case 'matters':
      return <MattersStep {...props} />;
    case 'interpreter':
      return <InterpreterStep {...props} />;
    case 'review':
      return <ReviewStep {...props} clinicianName={clinicianName} />;
  }
}
