import { languageAttributes } from '#domain/values/patient-languages.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ENGLISH_CHANGED, SAYS_THE_SAME } from './translation-words.ts';
import styles from './translation.module.css';

/** One English text with the control for its translation. */
export type NamedText = {
  readonly id: string;
  readonly english: ReactNode;
  /** a field that is marked with the language of the translation */
  readonly control: ReactNode;
  /** a translation of earlier English words, which patients are not shown; absent while there is none */
  readonly earlier?: EarlierText | undefined;
};

type EarlierText = {
  /** advice to the translator */
  readonly advice: string;
  /** the words that it was written for, and itself where the control does not hold it */
  readonly words: ReactNode;
  /** makes it the translation of the English of now */
  readonly onKeep: () => void;
};

/** An English text, and the control for its translation beside it. One that was written for earlier English words is never taken for it unasked. */
export function NamedTextField({ text: { english, control, earlier } }: { readonly text: NamedText }) {
  return (
    <div className={styles.beside}>
      {earlier !== undefined && (
        <div className={styles.across}>
          <Notice
            tone="warn"
            title={ENGLISH_CHANGED}
            action={
              <Button variant="default" onClick={earlier.onKeep}>
                {SAYS_THE_SAME}
              </Button>
            }
          >
            <p>{earlier.advice}</p>
            {earlier.words}
          </Notice>
        </div>
      )}
      <div className={styles.english} {...languageAttributes('en')}>
        {english}
      </div>
      <div className={styles.control}>{control}</div>
    </div>
  );
}
