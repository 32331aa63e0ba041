import { decidesAlone } from '#domain/family/family-child-rules.ts';
import { isForChild } from '#domain/forms/age-at-signing.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import { useToday } from '#src/queries/use-today.ts';
import { Columns } from '#src/ui/layout/Page.tsx';
import { ChildWishes } from './ChildWishes.tsx';
import { GillickPanel } from './GillickPanel.tsx';
import { MissingList } from '../parts/MissingList.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { TellParentsPanel } from './TellParentsPanel.tsx';
import { deciderOf } from '#domain/forms/form-types.ts';

/** The child's own part: what the child wants, whether the child can decide alone, and whether parents may know. */
export function ChildStep(props: BuilderStepProps) {
  const { patient, draft, missing, onGo } = props;
  const age = ageOn(patient.dateOfBirth, useToday());
  const isUnder16 = isForChild(age);
  const isFamilyForm = deciderOf(draft.formType) === 'family';
  const isAlone = decidesAlone(draft, { formType: draft.formType, age });
  const needsTellParents = isAlone || (draft.child?.tellParents ?? 'NOT_ASKED') !== 'NOT_ASKED';
  return (
    <Columns aside={<MissingList missing={missing.filter(({ step }) => step === 'child')} onGo={onGo} />}>
      {isFamilyForm && <ChildWishes {...props} />}
      {isUnder16 && <GillickPanel {...props} isNeeded={isAlone} />}
      {needsTellParents && <TellParentsPanel {...props} />}
    </Columns>
  );
}
