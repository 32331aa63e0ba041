import { Button } from '@mantine/core';
import { OUTCOME_WORDS } from '#domain/family/family-words.ts';
import { OUTCOMES } from '#domain/family/family.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { CourtOrderFields } from '#src/ui/fields/CourtOrderFields.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { changeDisagreement } from './family-edits.ts';
import { fieldFaults } from '../parts/field-faults.ts';
import type { BuilderStepProps } from '../parts/step-props.ts';
import styles from '../parts/builder.module.css';

/** How adults who disagree came to a decision, or what a court decided. */
export function DisagreementPanel(props: BuilderStepProps) {
  const { draft, edit } = props;
  const { basis, disagreement, parents, needsAllAdults } = draft;
  const faultAt = fieldFaults(props);
  const change = (fields: Parameters<typeof changeDisagreement>[1]) => edit((before) => changeDisagreement(before, fields));
  const isForCourt = basis === 'COURT';
  const courtOrder = disagreement?.courtOrder ?? null;
  const isNeeded = isForCourt || parents.some(({ signs, answer }) => !signs && answer === 'DISAGREES');
  const outcomes = OUTCOMES.filter((value) => value !== 'ONE_SUFFICES' || !needsAllAdults || disagreement?.outcome === value);
  return (
    <Panel
      title={isForCourt ? 'The court’s decision' : 'The adults disagree'}
      actions={
        isNeeded ? undefined : (
          <Button variant="subtle" color="gray" onClick={() => edit((before) => ({ ...before, disagreement: null }))}>
            Remove this record
          </Button>
        )
      }
    >
      <div className={styles.parts}>
        {(!isForCourt || disagreement?.outcome !== 'COURT_ORDER') && (
          <ChoiceCards
            id="disagreement-outcome"
            label="How was this settled?"
            stacked
            choices={outcomes.map((value) => ({ value, label: OUTCOME_WORDS[value] }))}
            value={disagreement?.outcome ?? null}
            onChange={(outcome) => change({ outcome })}
            error={faultAt('disagreement.outcome')}
          />
        )}
        {courtOrder !== null && (
          <CourtOrderFields
            id="disagreement-courtOrder"
            order={courtOrder}
            onChange={(fields) => change({ courtOrder: { ...courtOrder, ...fields } })}
            errorAt={(field) => faultAt(`disagreement.courtOrder.${field}`)}
          />
        )}
        <TextAreaField
          id="disagreement-note"
          label={isForCourt ? 'Note' : 'How was it settled, and why?'}
          optional={disagreement?.outcome !== 'ONE_SUFFICES'}
          maxLength={NOTE_MOST}
          minRows={3}
          value={disagreement?.note ?? ''}
          onChange={(note) => change({ note })}
          error={faultAt('disagreement.note')}
        />
      </div>
    </Panel>
  );
}
