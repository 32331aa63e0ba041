import { languageName } from '#domain/values/language-name.ts';
import { SHORT_REASON_MOST } from '#domain/values/text-limits.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { InterpreterFields } from './InterpreterFields.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import styles from '../parts/builder.module.css';

const NEEDED = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

/** Fourth step: whether there is an interpreter, their details, or the reason why there is none. */
export function InterpreterStep({ patient, draft, edit, errorAt }: BuilderStepProps) {
  const { interpreterNeeded: needed, interpreterNoneReason: reason, interpreter } = draft;
  const { communication } = patient;
  const isAgainstRecord = communication.interpreterNeeded && needed === false;
  const asksWhy = isAgainstRecord || (needed === true && (interpreter === null || interpreter.name === '')) || reason !== '';
  return (
    <div className={styles.stack} style={{ maxWidth: '48rem' }}>
      <Panel title="Interpreter">
        <div className={styles.stack}>
          {communication.interpreterNeeded && (
            <Notice tone="warn" title="The patient’s record says that an interpreter is needed">
              Language: {languageName(communication.language)}.
            </Notice>
          )}
          <ChoiceCards
            id="interpreterNeeded"
            label="Is an interpreter needed?"
            hint={
              communication.interpreterNeeded
                ? undefined
                : `The patient’s record says ${languageName(communication.language)}, no interpreter.`
            }
            choices={NEEDED}
            value={needed === null ? null : needed ? 'yes' : 'no'}
            onChange={(answer) => edit((before) => ({ ...before, interpreterNeeded: answer === 'yes' }))}
            error={errorAt('interpreterNeeded')}
          />
        </div>
      </Panel>
      {needed !== false && (needed === true || interpreter !== null) && (
        <InterpreterFields patient={patient} draft={draft} edit={edit} errorAt={errorAt} />
      )}
      {asksWhy && (
        <Panel title="Going without an interpreter">
          <TextAreaField
            id="interpreterNoneReason"
            label="Why is there no interpreter?"
            hint="Needed only if the patient needs an interpreter and there is none."
            optional={!isAgainstRecord}
            maxLength={SHORT_REASON_MOST}
            minRows={2}
            value={reason}
            onChange={(interpreterNoneReason) => edit((before) => ({ ...before, interpreterNoneReason }))}
            error={errorAt('interpreterNoneReason')}
          />
        </Panel>
      )}
    </div>
  );
}
