import { OFFERED_CHOICES_MOST } from '#domain/forms/choice-detail.ts';
import { CHOICE_TITLE_MOST } from '#domain/forms/choice-id.ts';
import { newId } from '#src/device/new-id.ts';
import { choiceWordsValue } from '#src/ui/clinical/choice-words-value.ts';
import { ChoiceWordsFields } from '#src/ui/clinical/ChoiceWordsFields.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { ChoiceForm } from './choices-form.ts';
import styles from './editing.module.css';
import { AddLineButton, RemoveLine } from './LineButtons.tsx';

type Props = {
  readonly choices: readonly ChoiceForm[];
  readonly onChange: (choices: ChoiceForm[]) => void;
  /** The problem of the control with this id. */
  readonly errorAt: (id: string) => string | undefined;
};

/** The choices of a procedure or a template, each with its words. */
export function ChoiceLines({ choices, onChange, errorAt }: Props) {
  const set = (at: number, part: Partial<ChoiceForm>) =>
    onChange(choices.map((each, nth) => (nth === at ? { ...each, ...part } : each)));
  const add = () => onChange([...choices, { key: newId(), id: newId(), ask: '', ...choiceWordsValue(undefined) }]);
  return (
    <>
      <div className={styles.choices}>
        {choices.map(({ key, id: _, ask, ...value }, at) => (
          <div key={key} className={styles.choice} data-line>
            <div className={styles.stack}>
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
            <RemoveLine
              label={`Remove choice ${at + 1}: ${ask}`}
              onClick={() => onChange(choices.filter((_each, nth) => nth !== at))}
            />
          </div>
        ))}
      </div>
      {choices.length < OFFERED_CHOICES_MOST && (
        <AddLineButton id="choices" onClick={add}>
          Add a choice
        </AddLineButton>
      )}
    </>
  );
}
