import { ChoiceCards } from '#src/ui/ChoiceCards.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import styles from './library.module.css';
import type { ProcedureField } from './procedure-form.ts';
import { FIELD_LABELS, fieldWords, type ProcedureMerge } from './procedure-merge.ts';

type ProcedureConflictProps = {
  readonly merge: ProcedureMerge;
  readonly choices: Readonly<Partial<Record<ProcedureField, 'mine' | 'theirs'>>>;
  readonly onChoose: (field: ProcedureField, side: 'mine' | 'theirs') => void;
};

/** Both values side by side for each field that two people changed; fields that only the other person changed are named. */
export function ProcedureConflict({ merge: { clashes, taken }, choices, onChoose }: ProcedureConflictProps) {
  return (
    <Panel title="Somebody else saved this procedure while you were typing">
      <div className={styles.stack}>
        {clashes.map(({ field, mine, theirs }) => (
          <ChoiceCards
            key={field}
            id={`keep-${field}`}
            label={`${FIELD_LABELS[field]}: which one do you want to keep?`}
            stacked
            value={choices[field] ?? null}
            onChange={(side) => onChoose(field, side)}
            choices={[
              { value: 'mine', label: 'Yours', hint: fieldWords(field, mine) },
              { value: 'theirs', label: 'Theirs', hint: fieldWords(field, theirs) },
            ]}
          />
        ))}
        {taken.length > 0 && (
          <p>They also changed: {taken.map((field) => FIELD_LABELS[field]).join(', ')}. That is in the form now.</p>
        )}
        <p>Nothing has been overwritten. Save again once the form is right.</p>
      </div>
    </Panel>
  );
}
