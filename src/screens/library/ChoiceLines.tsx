import { OFFERED_CHOICES_MOST } from '#domain/forms/choice-detail.ts';
import { CHOICE_TITLE_MOST } from '#domain/forms/choice-id.ts';
import { newId } from '#src/device/new-id.ts';
import { choiceWordsValue } from '#src/ui/clinical/choice-words-value.ts';
import { ChoiceWordsFields } from '#src/ui/clinical/ChoiceWordsFields.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { ChoiceForm } from './choices-form.ts';
import { linesAt, type FormEditing } from './edit-lines.ts';
import { AddLineButton, RemoveLine } from './LineButtons.tsx';
import styles from './library.module.css';

/** The choices of a procedure or a template, each with its words. */
export function ChoiceLines({ editor }: { readonly editor: FormEditing<{ choices: ChoiceForm[] }> }) {
  const { lines, add, set, remove } = linesAt(editor, 'choices');
  const { errorAt } = editor;
  return (
    <>
      <div className={styles.lines}>
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
      {lines.length < OFFERED_CHOICES_MOST && (
        <AddLineButton id="choices" onClick={() => add({ id: newId(), ask: '', ...choiceWordsValue(undefined) })}>
          Add a choice
        </AddLineButton>
      )}
    </>
  );
}
