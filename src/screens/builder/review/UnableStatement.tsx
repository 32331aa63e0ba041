import { Button } from '@mantine/core';
import { abilityOf } from '#domain/capacity/capacity.ts';
import type { BuilderStepProps } from '../parts/step-props.ts';
import styles from '../parts/builder.module.css';

type Props = Pick<BuilderStepProps, 'draft' | 'edit'> & { readonly name: string };

/** The result of the capacity test, in place of a tick. A contrary statement from another type of form is corrected here. */
export function UnableStatement({ draft, edit, name }: Props) {
  const { clinicianStatement: statement, capacity } = draft;
  if (statement?.capacity !== true)
    return (
      <p>
        {abilityOf(capacity) === 'NOT_ABLE'
          ? `${name} cannot make this decision, even with help, as assessed on this form.`
          : `Say in the step “Capacity” whether ${name} can make this decision.`}
      </p>
    );
  return (
    <div className={styles.tight}>
      <p className={styles.error}>An earlier statement says that {name} can decide.</p>
      <div>
        <Button
          id="clinicianStatement-capacity"
          variant="default"
          onClick={() => edit((before) => ({ ...before, clinicianStatement: { ...statement, capacity: false } }))}
        >
          {name} cannot decide
        </Button>
      </div>
    </div>
  );
}
