import { CHOICE_TITLE_MOST } from '#domain/forms/choice-id.ts';
import { PROCEDURE_CHOICES_MOST } from '#domain/library/procedure.ts';
import { newId } from '#src/device/new-id.ts';
import { choiceWordsValue } from '#src/ui/clinical/choice-words-value.ts';
import { ChoiceWordsFields } from '#src/ui/clinical/ChoiceWordsFields.tsx';
import { CheckField } from '#src/ui/fields/CheckField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { linesAt, type FormEditing } from './edit-lines.ts';
import { AddLineButton, RemoveLine } from './LineButtons.tsx';
import styles from './library.module.css';

/** The choices that a new consent asks beside those of every form, and whether it asks about blood. */
export function ChoiceFields({ editor }: { readonly editor: FormEditing }) {
  const { lines, add, set, remove } = linesAt(editor, 'choices');
  const { form, change, errorAt } = editor;
  return (
    <Panel title="Choices of the patient">
      <div className={styles.lines}>
        <CheckField
          id="bloodNotAsked"
          label="Blood is not asked about"
          hint="Only where no operation of this kind needs blood. Beside another procedure it is asked, unless that one says the same."
          value={form.bloodNotAsked ? 'YES' : 'NO'}
          onChange={(answer) => change({ bloodNotAsked: answer === 'YES' })}
        />
        {lines.map(({ key, id: _, ask, ...value }, at) => (
          <div key={key} className={styles.line} data-line>
            <div className={styles.tight}>
              <TextField
                id={`choices.${at}.words.ask`}
                label={`Choice ${at + 1}`}
                hint="Ask it so that Yes allows it, for example: May we give platelets?"
                maxLength={CHOICE_TITLE_MOST}
                value={ask}
                onChange={(words) => set(at, { ask: words })}
                error={errorAt(`choices.${at}.words.ask`)}
              />
              <ChoiceWordsFields
                id={`choices.${at}`}
                joint="."
                title={ask.trim()}
                value={value}
                onChange={(words) => set(at, words)}
                errorAt={(answer) => errorAt(`choices.${at}.words.${answer}`)}
              />
            </div>
            <RemoveLine label={`Remove choice ${at + 1}: ${ask}`} onClick={() => remove(at)} />
          </div>
        ))}
      </div>
      {lines.length < PROCEDURE_CHOICES_MOST && (
        <AddLineButton id="choices" onClick={() => add({ id: newId(), ask: '', ...choiceWordsValue(undefined) })}>
          Add a choice
        </AddLineButton>
      )}
    </Panel>
  );
}
