import { QUESTIONS_MOST, UNDERSTANDING_TOPICS } from '#domain/library/understanding.ts';
import { QUESTION_MOST, ANSWER_MOST } from '#domain/library/understanding-question.ts';
import { newId } from '#src/device/new-id.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { linesAt, type FormEditing } from './edit-lines.ts';
import { AddLineButton, RemoveLine } from '#src/editing/LineButtons.tsx';
import styles from './library.module.css';
import { OPTION_INDEXES } from './procedure-form.ts';
import { TOPIC_WORDS } from './understanding-words.ts';

const TOPICS = UNDERSTANDING_TOPICS.map((value) => ({ value, label: TOPIC_WORDS[value] }));

/** Questions in which the patient says back what was explained. Without any, nothing is asked. */
export function UnderstandingFields({ editor }: { readonly editor: FormEditing }) {
  const { lines, add, set, remove, textAt } = linesAt(editor, 'understanding');
  return (
    <Panel title="Questions of understanding">
      <div className={styles.lines}>
        <p className={styles.hint}>
          Short questions before the signature, in plain words. Patients may leave them out. You see the answers in the case;
          nobody is stopped by them.
        </p>
        {lines.map(({ key, question, options, right, place }, at) => (
          <div key={key} className={styles.line} data-line>
            <div className={styles.tight}>
              <TextAreaField
                {...textAt(at, 'question')}
                label={`Question ${at + 1}`}
                minRows={1}
                hasBreaks={false}
                maxLength={QUESTION_MOST}
              />
              <div className={styles.pair}>
                {OPTION_INDEXES.map((nth) => (
                  <TextAreaField
                    key={nth}
                    id={`understanding.${at}.options.${nth}`}
                    label={`Question ${at + 1}, answer ${nth + 1}`}
                    optional={nth > 1}
                    minRows={1}
                    hasBreaks={false}
                    maxLength={ANSWER_MOST}
                    value={options[nth] ?? ''}
                    onChange={(text) => set(at, { options: options.map((before, of) => (of === nth ? text : before)) })}
                    error={editor.errorAt(`understanding.${at}.options.${nth}`)}
                  />
                ))}
              </div>
              <div className={styles.pair}>
                <SelectField
                  id={`understanding.${at}.right`}
                  label={`Right answer of question ${at + 1}`}
                  placeholder="Choose"
                  value={right === null ? '' : String(right)}
                  onChange={(value) => set(at, { right: value === '' ? null : Number(value) })}
                  options={OPTION_INDEXES.map((nth) => ({
                    value: String(nth),
                    label: options[nth]?.trim() || `Answer ${nth + 1}`,
                  }))}
                  error={editor.errorAt(`understanding.${at}.right`) ?? editor.errorAt(`understanding.${at}.options`)}
                />
                <SelectField
                  id={`understanding.${at}.place`}
                  label={`Page that a wrong answer to question ${at + 1} opens again`}
                  placeholder="Choose"
                  value={place}
                  onChange={(value) => set(at, { place: UNDERSTANDING_TOPICS.find((each) => each === value) ?? '' })}
                  options={TOPICS}
                  error={editor.errorAt(`understanding.${at}.place`)}
                />
              </div>
            </div>
            <RemoveLine label={`Remove question ${at + 1}: ${question}`} onClick={() => remove(at)} />
          </div>
        ))}
      </div>
      {lines.length < QUESTIONS_MOST && (
        <AddLineButton
          id="understanding"
          onClick={() => add({ id: newId(), question: '', options: OPTION_INDEXES.map(() => ''), right: null, place: '' })}
        >
          Add a question
        </AddLineButton>
      )}
    </Panel>
  );
}
