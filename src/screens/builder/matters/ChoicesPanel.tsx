import { ActionIcon } from '@mantine/core';
import { isStarterChoice } from '#domain/consents/choice-in-words.ts';
import { isDetailOf } from '#domain/consents/choice-details.ts';
import { CHOICE_ANSWERS, type AdditionalChoice } from '#domain/consents/consent.ts';
import { CHOICE_TITLE_MOST } from '#domain/forms/choice-id.ts';
import { CHOICE_ANSWER_WORDS } from '#domain/consents/choice-words.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { ChoiceWordsFields } from '#src/ui/clinical/ChoiceWordsFields.tsx';
import { choiceWordsValue } from '#src/ui/clinical/choice-words-value.ts';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { newId } from '#src/device/new-id.ts';
import { AddLine } from '../parts/AddLine.tsx';
import styles from './ChoicesPanel.module.css';
import builder from '../parts/builder.module.css';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { heldChoices } from './safety-edits.ts';
import { useSafetyTexts } from './use-safety-choices.ts';
import { changeChoice, changeChoiceWords } from './choice-edits.ts';

const ANSWERS = [
  { value: '', label: 'Asked on the tablet' },
  ...CHOICE_ANSWERS.map((value) => ({ value, label: CHOICE_ANSWER_WORDS[value].staff })),
] as const;

type ChoicesProps = Pick<BuilderStepProps, 'draft' | 'edit' | 'errorAt'>;

/** Why a choice stays, in the place of the cross. */
const STAYS = 'About safety, so it is always asked. The patient can still say no.';

/** The patient's choices beside the procedure. Staff may leave every answer to the patient. */
export function ChoicesPanel({ draft, edit, library, errorAt }: ChoicesProps & Pick<BuilderStepProps, 'library'>) {
  const { additionalChoices } = draft;
  const held = heldChoices(draft, useSafetyTexts(library));
  return (
    <Panel title="Additional choices">
      <p className={builder.small}>The patient is asked each of these on the tablet, one at a time.</p>
      <ul className={styles.choices}>
        {additionalChoices.map((choice) => (
          <li key={choice.id}>
            <div className={styles.asked}>
              <SelectField
                id={`choice-${choice.id}`}
                label={choice.title}
                hint={held.has(choice.id) ? STAYS : undefined}
                options={ANSWERS}
                value={choice.answer ?? ''}
                onChange={(value) => edit((before) => changeChoice(before, choice.id, answerOf(value)))}
              />
              {!held.has(choice.id) && (
                <ActionIcon
                  aria-label={`Do not ask: ${choice.title}`}
                  onClick={() =>
                    edit((before) => ({
                      ...before,
                      additionalChoices: before.additionalChoices.filter(({ id }) => id !== choice.id),
                    }))
                  }
                >
                  <Icon name="cross" />
                </ActionIcon>
              )}
            </div>
            {!isStarterChoice(choice) && (
              <OwnWords choice={choice} isHeld={held.has(choice.id)} draft={draft} edit={edit} errorAt={errorAt} />
            )}
          </li>
        ))}
      </ul>
      <AddLine
        id="additionalChoices"
        label="Add a choice"
        hint="Ask it so that Yes allows it, for example: May we give platelets?"
        maxLength={CHOICE_TITLE_MOST}
        taken={additionalChoices.map(({ title }) => title)}
        onAdd={(title) =>
          edit((before) => ({
            ...before,
            additionalChoices: [...before.additionalChoices, { id: newId(), title, answer: null }],
          }))
        }
      />
    </Panel>
  );
}

/** A choice of the hospital's own as theatre reads it. */
function OwnWords({
  choice,
  isHeld,
  draft,
  edit,
  errorAt,
}: ChoicesProps & { readonly choice: AdditionalChoice; readonly isHeld: boolean }) {
  const { choiceDetails = [] } = draft;
  const at = choiceDetails.findIndex((each) => isDetailOf(each, choice));
  return (
    <ChoiceWordsFields
      id={at === -1 ? `choice-${choice.id}` : `choiceDetails-${at}`}
      joint="-"
      title={choice.title}
      isSafetyHeld={isHeld}
      value={choiceWordsValue(choiceDetails[at])}
      onChange={(change) => edit((before) => changeChoiceWords(before, choice, change))}
      errorAt={(answer) => errorAt(`choiceDetails.${at}.words.${answer}`)}
    />
  );
}

function answerOf(value: string): AdditionalChoice['answer'] {
  return value === 'ACCEPT' || value === 'REFUSE' || value === 'DISCUSS' ? value : null;
}
