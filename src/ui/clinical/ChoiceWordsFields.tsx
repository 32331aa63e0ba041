import { CHOICE_WORDS_MOST } from '#domain/forms/choice-detail.ts';
import { refusedChoiceWords } from '#domain/consents/choice-in-words.ts';
import { Disclosure } from '#src/ui/layout/Disclosure.tsx';
import styles from '#src/ui/layout/layout.module.css';
import { CheckField } from '#src/ui/fields/CheckField.tsx';
import type { ChoiceWordsValue, WordedAnswer } from './choice-words-value.ts';
import { FieldGroup } from '#src/ui/fields/FieldGroup.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';

type Props = {
  /** Begins the ids of the fields: `choiceDetails-0`; those of words go on as the path of a call does. */
  readonly id: string;
  /** between the parts of an id, as the screen writes its paths */
  readonly joint: '-' | '.';
  readonly title: string;
  /** whether a text that is not changed here says that it is about safety */
  readonly isSafetyHeld?: boolean;
  readonly value: ChoiceWordsValue;
  readonly onChange: (change: Partial<ChoiceWordsValue>) => void;
  readonly errorAt: (answer: WordedAnswer) => string | undefined;
};

const LABELS: Readonly<Record<WordedAnswer, string>> = {
  REFUSE: 'After a no, theatre reads',
  ACCEPT: 'After a yes, theatre reads',
  DISCUSS: 'After a wish to talk, theatre reads',
  NONE: 'Without an answer, theatre reads',
};

/** A choice as theatre reads it, and whether it is about safety. */
export function ChoiceWordsFields({ id, joint, title, isSafetyHeld = false, value, onChange, errorAt }: Props) {
  const wordsOf = (answer: WordedAnswer) => ({
    id: [id, 'words', answer].join(joint),
    label: LABELS[answer],
    optional: true,
    maxLength: CHOICE_WORDS_MOST,
    value: value[answer],
    onChange: (words: string) => onChange({ [answer]: words }),
    error: errorAt(answer),
  });
  const usual = title === '' ? '' : ` Without it theatre reads “${refusedChoiceWords({ id: '', title })}”.`;
  return (
    <FieldGroup id={[id, 'words', 'REFUSE'].join(joint)} label={`How theatre reads: ${title}`}>
      <div className={styles.stack}>
        <TextField {...wordsOf('REFUSE')} hint={`Write it as theatre should read it, for example NO PORK PRODUCTS.${usual}`} />
        {!isSafetyHeld && (
          <CheckField
            id={[id, 'isSafety'].join(joint)}
            label="It is about safety"
            hint="Without an answer it stays open, and the list stays amber until somebody has asked."
            value={value.isSafety ? 'YES' : 'NO'}
            onChange={(answer) => onChange({ isSafety: answer === 'YES' })}
          />
        )}
        <Disclosure
          summary="Words for the other answers"
          isOpen={(['ACCEPT', 'DISCUSS', 'NONE'] as const).some((answer) => errorAt(answer) !== undefined)}
        >
          <div className={styles.stack}>
            <TextField {...wordsOf('ACCEPT')} />
            <TextField {...wordsOf('DISCUSS')} />
            <TextField {...wordsOf('NONE')} />
          </div>
        </Disclosure>
      </div>
    </FieldGroup>
  );
}
