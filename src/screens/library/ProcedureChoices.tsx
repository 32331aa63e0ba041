import type { Procedure } from '#domain/library/procedure.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { ChoiceReadings } from '#src/editing/ChoiceReadings.tsx';
import styles from './library.module.css';

/** The choices that a consent to this procedure asks beside those of every form; nothing without any. */
export function ProcedureChoices({ procedure }: { readonly procedure: Procedure }) {
  const { choices = [], bloodNotAsked = false } = procedure;
  if (choices.length === 0 && !bloodNotAsked) return null;
  return (
    <Panel title="Choices of the patient">
      <div className={styles.stack}>
        {bloodNotAsked && <p>Blood is not asked about, unless another procedure of the form asks.</p>}
        <ChoiceReadings choices={choices} />
      </div>
    </Panel>
  );
}
