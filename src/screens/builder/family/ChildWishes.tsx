import { Checkbox } from '@mantine/core';
import { AGREEMENT_WORDS } from '#domain/family/parent-words.ts';
import { AGREEMENTS } from '#domain/family/parent.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import { useToday } from '#src/queries/use-today.ts';
import { CHILD_CONSULTED_FROM } from '#domain/family/family-child-rules.ts';
import { CHILD_NOTE_MOST } from '#domain/family/child.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { changeChild } from './child-edits.ts';
import { fieldFaults } from '../parts/field-faults.ts';
import type { BuilderStepProps } from '../parts/step-props.ts';
import styles from '../parts/builder.module.css';

const ANSWERS = AGREEMENTS.map((value) => ({ value, label: AGREEMENT_WORDS[value] }));

/** The child's own view of the treatment, and whether the child signs too. */
export function ChildWishes(props: BuilderStepProps) {
  const { patient, draft, edit } = props;
  const faultAt = fieldFaults(props);
  const age = ageOn(patient.dateOfBirth, useToday());
  const name = spokenName(patient);
  const { basis, child } = draft;
  const agreement = child?.agreement ?? 'NOT_ASKED';
  const isNo = agreement === 'DISAGREES';
  // An untouched question is open, and is not shown as the deliberate answer "was not asked".
  const isOpen = agreement === 'NOT_ASKED' && (child?.note ?? '') === '';
  const mustSign = basis === 'CHILD' || (basis === 'PARENT' && child?.gillick?.able === true);
  return (
    <Panel title="The child’s own view">
      <div className={styles.parts}>
        <ChoiceCards
          id="child-agreement"
          label={`What does ${name} say to the treatment?`}
          hint={
            age < CHILD_CONSULTED_FROM
              ? `A child under ${CHILD_CONSULTED_FROM} need not be asked.`
              : `From ${CHILD_CONSULTED_FROM} years the child is asked, in words for the age.`
          }
          choices={ANSWERS}
          value={child === null ? null : agreement}
          onChange={(answer) => edit((before) => changeChild(before, { agreement: answer }))}
          error={faultAt('child.agreement')}
        />
        {(child !== null || age < CHILD_CONSULTED_FROM) && (
          <TextAreaField
            id="child-note"
            label={
              isNo ? 'What did the child say, and why does treatment go on?' : isOpen ? 'Why was the child not asked?' : 'Note'
            }
            hint={isNo ? 'The no is shown in a box on the first page, and is asked again on the day.' : undefined}
            optional={!isNo && (!isOpen || age < CHILD_CONSULTED_FROM)}
            maxLength={CHILD_NOTE_MOST}
            minRows={2}
            value={child?.note ?? ''}
            onChange={(note) => edit((before) => changeChild(before, { note }))}
            error={faultAt('child.note')}
          />
        )}
        {mustSign && !isNo && <p className={styles.small}>{name} signs this form too, as the one who can decide.</p>}
        {!mustSign && agreement === 'AGREES' && (
          <Checkbox
            id="child-signs"
            label={`${name} would like to sign too`}
            description="The form is complete without it."
            checked={child?.signs ?? false}
            onChange={({ currentTarget: { checked } }) => edit((before) => changeChild(before, { signs: checked }))}
          />
        )}
      </div>
    </Panel>
  );
}
