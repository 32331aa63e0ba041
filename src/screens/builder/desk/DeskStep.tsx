import type { BuilderStep } from '#domain/forms/form-steps.ts';
import { useOwnName } from '#src/session/session.ts';
import { AuthorityStep } from '../capacity/AuthorityStep.tsx';
import { BestInterestsStep } from '../capacity/BestInterestsStep.tsx';
import { CapacityStep } from '../capacity/CapacityStep.tsx';
import { ChildStep } from '../family/ChildStep.tsx';
import { FamilyStep } from '../family/FamilyStep.tsx';
import { InterpreterStep } from '../matters/InterpreterStep.tsx';
import { MattersStep } from '../matters/MattersStep.tsx';
import { PeopleStep } from '../capacity/PeopleStep.tsx';
import { ProcedureStep } from '../procedure/ProcedureStep.tsx';
import { ReviewStep } from '../review/ReviewStep.tsx';
import { RisksStep } from '../procedure/RisksStep.tsx';
import { SecondOpinionStep } from '../capacity/SecondOpinionStep.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';

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
