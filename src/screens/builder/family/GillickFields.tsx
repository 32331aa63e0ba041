import { GILLICK_POINTS, type GillickAssessment } from '#domain/family/child.ts';
import { GILLICK_POINT_WORDS } from '#domain/family/family-words.ts';
import { NOTE_MOST, NAME_MOST } from '#domain/values/text-limits.ts';
import { useProduct } from '#src/queries/reference.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { DateTimeField } from '#src/ui/fields/DateTimeField.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import styles from '../parts/builder.module.css';
import { YES_NO_CHOICES, yesNo } from '../parts/yes-no.ts';
import type { changeGillick } from './child-edits.ts';

export type ChangeGillick = (fields: Parameters<typeof changeGillick>[1]) => void;

type PartProps<Value> = {
  readonly gillick: Value;
  readonly change: ChangeGillick;
  readonly faultAt: (path: string) => string | undefined;
};

/** The five points, each answered yes or no. */
export function GillickPoints({ gillick, change, faultAt }: PartProps<GillickAssessment | null>) {
  return (
    <div className={styles.points}>
      {GILLICK_POINTS.map((point) => (
        <ChoiceCards
          key={point}
          id={`child-gillick-points-${point}`}
          label={GILLICK_POINT_WORDS[point]}
          choices={YES_NO_CHOICES}
          value={yesNo(gillick?.points[point])}
          onChange={(answer) => change({ points: { [point]: answer === 'yes' } })}
          error={faultAt(`child.gillick.points.${point}`)}
        />
      ))}
    </div>
  );
}

/** The conclusion from the points: its reason, the assessor and the time. */
export function GillickResult({ gillick, change, faultAt }: PartProps<GillickAssessment>) {
  const { timeZone } = useProduct();
  return (
    <>
      <ChoiceCards
        id="child-gillick-able"
        label="So: can the child decide alone about this treatment?"
        hint="Only a child for whom all five points are “Yes”."
        choices={YES_NO_CHOICES}
        value={yesNo(gillick.able)}
        onChange={(answer) => change({ able: answer === 'yes' })}
        error={faultAt('child.gillick.able')}
      />
      <TextAreaField
        id="child-gillick-reason"
        label="Why do you judge so?"
        maxLength={NOTE_MOST}
        minRows={3}
        value={gillick.reason}
        onChange={(reason) => change({ reason })}
        error={faultAt('child.gillick.reason')}
      />
      <TextField
        id="child-gillick-assessor"
        label="Who assessed the child?"
        maxLength={NAME_MOST}
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
  );
}
