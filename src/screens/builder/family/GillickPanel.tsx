import { Button } from '@mantine/core';
import { useState } from 'react';
import { GILLICK_POINTS } from '#domain/family/child.ts';
import { needsSecondAssessor } from '#domain/family/family-child-rules.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useOwnName } from '#src/session/session.ts';
import { serverNow } from '#src/device/clock.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { changeChild, changeGillick } from './child-edits.ts';
import { GillickPoints, GillickResult, type ChangeGillick } from './GillickFields.tsx';
import { SecondAssessor } from './SecondAssessor.tsx';
import { fieldFaults } from '../parts/field-faults.ts';
import type { BuilderStepProps } from '../parts/step-props.ts';
import styles from '../parts/builder.module.css';

type Props = BuilderStepProps & {
  /** The child decides alone on this form. */
  readonly isNeeded: boolean;
};
const TITLE = 'Can the child decide alone?';

/** The assessment whether a child under 16 can decide alone: five points, then the result and its reason. */
export function GillickPanel({ isNeeded, ...step }: Props) {
  const { draft, edit } = step;
  const gillick = draft.child?.gillick ?? null;
  const [isOpened, setOpened] = useState(false);
  const faultAt = fieldFaults(step);
  const age = ageOn(step.patient.dateOfBirth, useToday());
  const assessor = useOwnName();
  const change: ChangeGillick = (fields) => {
    const start = { assessor, assessedAt: new Date(serverNow()).toISOString() };
    edit((before) => changeGillick(before, fields, start));
  };
  if (!isNeeded && gillick === null && !isOpened) return <GillickOffer onAsk={() => setOpened(true)} />;
  const isAnswered = gillick !== null && GILLICK_POINTS.every((point) => gillick.points[point] !== null);
  return (
    <Panel
      title={TITLE}
      actions={
        isNeeded ? undefined : (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setOpened(false);
              if (gillick !== null) edit((before) => changeChild(before, { gillick: null }));
            }}
          >
            Remove the assessment
          </Button>
        )
      }
    >
      <div className={styles.parts} id="child-gillick" tabIndex={-1}>
        <GillickPoints gillick={gillick} change={change} faultAt={faultAt} />
        {gillick !== null && (isAnswered || gillick.able != null) && (
          <GillickResult gillick={gillick} change={change} faultAt={faultAt} />
        )}
        {gillick !== null && needsSecondAssessor(draft, { formType: draft.formType, age }) && (
          <SecondAssessor gillick={gillick} error={faultAt('child.gillick.second')} />
        )}
      </div>
    </Panel>
  );
}

/** Somebody else decides: the assessment is offered, and not asked for. */
function GillickOffer({ onAsk }: { readonly onAsk: () => void }) {
  return (
    <Panel title={TITLE}>
      <div className={styles.stack}>
        <p className={styles.reading}>
          Somebody else decides on this form. Assess a child who may understand enough to decide too.
        </p>
        <div>
          <Button id="child-gillick" variant="default" onClick={onAsk}>
            Assess the child
          </Button>
        </div>
      </div>
    </Panel>
  );
}
