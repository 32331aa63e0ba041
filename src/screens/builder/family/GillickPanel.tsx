import { Button } from '@mantine/core';
import { useState } from 'react';
import { GILLICK_POINTS } from '#domain/family/child.ts';
import { GILLICK_POINT_WORDS } from '#domain/family/family-words.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useOwnName } from '#src/session/session.ts';
import { serverNow } from '#src/device/clock.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { DateTimeField } from '#src/ui/fields/DateTimeField.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { changeChild, changeGillick } from './child-edits.ts';
import { fieldFaults } from '../parts/field-faults.ts';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { YES_NO, yesNo } from '../parts/yes-no.ts';
import styles from '../parts/builder.module.css';

type Props = BuilderStepProps & {
  /** The child decides alone on this form. */
  readonly isNeeded: boolean;
};

/** The assessment whether a child under 16 can decide alone: five points, then the result and its reason. */
export function GillickPanel({ isNeeded, ...step }: Props) {
  const { draft, edit } = step;
  const gillick = draft.child?.gillick ?? null;
  const [isAsked, setAsked] = useState(false);
  const faultAt = fieldFaults(step);
  const assessor = useOwnName();
  const { timeZone } = useProduct();
  const change = (fields: Parameters<typeof changeGillick>[1]) => {
    const start = { assessor, assessedAt: new Date(serverNow()).toISOString() };
    edit((before) => changeGillick(before, fields, start));
  };
  const isAnswered = gillick !== null && GILLICK_POINTS.every((point) => gillick.points[point] !== null);
  if (!isNeeded && gillick === null && !isAsked)
    return (
      <Panel title="Can the child decide alone?">
        <div className={styles.stack}>
          <p className={styles.reading}>
            Somebody else decides on this form. Assess a child who may understand enough to decide too.
          </p>
          <div>
            <Button id="child-gillick" variant="default" onClick={() => setAsked(true)}>
              Assess the child
            </Button>
          </div>
        </div>
      </Panel>
    );
  return (
    <Panel
      title="Can the child decide alone?"
      actions={
        isNeeded ? undefined : (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setAsked(false);
              if (gillick !== null) edit((before) => changeChild(before, { gillick: null }));
            }}
          >
            Remove the assessment
          </Button>
        )
      }
    >
      <div className={styles.parts} id="child-gillick" tabIndex={-1}>
        <div className={styles.points}>
          {GILLICK_POINTS.map((point) => (
            <ChoiceCards
              key={point}
              id={`child-gillick-points-${point}`}
              label={GILLICK_POINT_WORDS[point]}
              choices={YES_NO}
              value={yesNo(gillick?.points[point])}
              onChange={(answer) => change({ points: { [point]: answer === 'yes' } })}
              error={faultAt(`child.gillick.points.${point}`)}
            />
          ))}
        </div>
        {(isAnswered || gillick?.able != null) && gillick !== null && (
          <>
            <ChoiceCards
              id="child-gillick-able"
              label="So: can the child decide alone about this treatment?"
              hint="Only a child for whom all five points are “Yes”."
              choices={YES_NO}
              value={yesNo(gillick.able)}
              onChange={(answer) => change({ able: answer === 'yes' })}
              error={faultAt('child.gillick.able')}
            />
            <TextAreaField
              id="child-gillick-reason"
              label="Why do you judge so?"
              maxLength={2000}
              minRows={3}
              value={gillick.reason}
              onChange={(reason) => change({ reason })}
              error={faultAt('child.gillick.reason')}
            />
            <TextField
              id="child-gillick-assessor"
              label="Who assessed the child?"
              maxLength={200}
              value={gillick.assessor}
              onChange={(name) => change({ assessor: name })}
              error={faultAt('child.gillick.assessor')}
            />
            <DateTimeField
              id="child-gillick-assessedAt"
              label="When?"
              timeZone={timeZone}
              value={gillick.assessedAt}
              onChange={(assessedAt) => change({ assessedAt })}
              error={faultAt('child.gillick.assessedAt')}
            />
          </>
        )}
      </div>
    </Panel>
  );
}
