import { CheckField } from '#src/ui/fields/CheckField.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { ChoiceLines } from '#src/editing/ChoiceLines.tsx';
import type { FormEditing } from './edit-lines.ts';
import styles from './library.module.css';

/** The choices that a new consent asks beside those of every form, and whether it asks about blood. */
export function ChoiceFields({ editor }: { readonly editor: FormEditing }) {
  const { form, change, errorAt } = editor;
  return (
    <Panel title="Choices of the patient">
      <div className={styles.stack}>
        <CheckField
          id="bloodNotAsked"
          label="Blood is not asked about"
          hint="Only where no operation of this kind needs blood. Beside another procedure it is asked, unless that one says the same."
          value={form.bloodNotAsked ? 'YES' : 'NO'}
          onChange={(answer) => change({ bloodNotAsked: answer === 'YES' })}
        />
      </div>
      <ChoiceLines choices={form.choices} onChange={(choices) => change({ choices })} errorAt={errorAt} />
    </Panel>
  );
}
