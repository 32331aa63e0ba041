import { CHOICE_ANSWERS } from '#domain/consents/consent.ts';
import type { DetailedChoice } from '#domain/consents/choice-details.ts';
import { CHOICE_WORDS } from '#domain/consents/choice-words.ts';
import { NO_ANSWER_ON_PAPER, PAPER_TICKS, type PaperTick } from '#domain/consents/paper-ticks.ts';
import { FieldGroup } from '#src/ui/fields/FieldGroup.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import styles from '../cases.module.css';

type Props = {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly choices: readonly DetailedChoice[];
  readonly ticks: ReadonlyMap<string, PaperTick>;
  readonly onTick: (choiceID: string, tick: PaperTick) => void;
};

/** The answers as they are printed beside the boxes, and what stands for one where there is none. */
const OPTIONS = [
  ...CHOICE_ANSWERS.map((value) => ({ value, label: CHOICE_WORDS[value] })),
  { value: 'NONE', label: NO_ANSWER_ON_PAPER.NONE },
  { value: 'UNCLEAR', label: NO_ANSWER_ON_PAPER.UNCLEAR },
] as const satisfies readonly { value: PaperTick; label: string }[];

/** The choices of a paper, each with the tick that stands there. */
export function ScanTicks({ id, label, hint, choices, ticks, onTick }: Props) {
  return (
    <FieldGroup id={id} label={label} hint={hint}>
      <div className={styles.stack}>
        {choices.map(({ id: choiceID, title }) => (
          <SelectField
            key={choiceID}
            id={`${id}-${choiceID}`}
            label={title}
            placeholder="Choose what is ticked"
            options={OPTIONS}
            value={ticks.get(choiceID) ?? ''}
            onChange={(value) => {
              const tick = PAPER_TICKS.find((each) => each === value);
              if (tick !== undefined) onTick(choiceID, tick);
            }}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
