import { Checkbox } from '@mantine/core';
import { BASIS_WORDS, LOOKED_AFTER_WORDS } from '#domain/family/family-words.ts';
import { basesOfAge } from '#domain/family/consenter.ts';
import { LOOKED_AFTER } from '#domain/family/family.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Columns } from '#src/ui/layout/Page.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { AdultsPanel } from './AdultsPanel.tsx';
import { DisagreementPanel } from './DisagreementPanel.tsx';
import { chooseBasis, showsDisagreement } from './family-edits.ts';
import { fieldFaults } from '../parts/field-faults.ts';
import { MissingList } from '../parts/MissingList.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import styles from '../parts/builder.module.css';

const BASIS_HINTS = {
  PARENT: 'They sign this form.',
  CHILD: 'After an assessment that the child can decide. Adults may sign too.',
  COURT: 'You write down what the court decided.',
};
const AFTER = LOOKED_AFTER.map((value) => ({ value, label: LOOKED_AFTER_WORDS[value] }));

/** The decision-maker for a patient under 18, the adults of the family, and the outcome of a disagreement. */
export function FamilyStep(props: BuilderStepProps) {
  const { patient, draft, edit, missing, onGo } = props;
  const age = ageOn(patient.dateOfBirth, useToday());
  const faultAt = fieldFaults(props);
  const { basis, lookedAfter, parents, needsAllAdults } = draft;
  const bases = basesOfAge(age, basis).map((value) => ({
    value,
    label: BASIS_WORDS[value],
    hint: BASIS_HINTS[value],
  }));
  const hasAdults = basis !== null || parents.length > 0 || lookedAfter === 'ORDER';
  return (
    <Columns aside={<MissingList missing={missing.filter(({ step }) => step === 'family')} onGo={onGo} />}>
      <Panel title="The decision">
        <div className={styles.parts}>
          <ChoiceCards
            id="basis"
            label="Who decides about this treatment?"
            stacked
            choices={bases}
            value={basis}
            onChange={(chosen) => edit((before) => chooseBasis(before, chosen))}
            error={faultAt('basis')}
          />
          <ChoiceCards
            id="lookedAfter"
            label="Is the child looked after by the local authority?"
            stacked
            choices={AFTER}
            value={lookedAfter}
            onChange={(chosen) => edit((before) => ({ ...before, lookedAfter: chosen }))}
            error={faultAt('lookedAfter')}
          />
          {(basis === 'PARENT' || needsAllAdults) && (
            <Checkbox
              id="needsAllAdults"
              label="For this treatment every adult with responsibility must agree"
              description="Nobody decides alone about a circumcision without a medical reason, or a sterilisation."
              checked={needsAllAdults}
              error={faultAt('needsAllAdults')}
              onChange={({ currentTarget: { checked } }) => edit((before) => ({ ...before, needsAllAdults: checked }))}
            />
          )}
        </div>
      </Panel>
      {hasAdults && <AdultsPanel {...props} />}
      {showsDisagreement(draft) && <DisagreementPanel {...props} />}
    </Columns>
  );
}
