import { ENGLISH_NAMES, languageAttributes, OWN_NAMES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import type { ReactNode } from 'react';
import { ReviewMark, type Review } from './ReviewMark.tsx';
import { TranslationChips } from './TranslationChips.tsx';
import styles from './translation.module.css';

type TranslationPanelProps = {
  readonly translation: { readonly language: PatientLanguage; readonly reviewed: boolean };
  readonly isReadable: boolean;
  /** texts that patients read in English alone */
  readonly untranslated: number;
  /** why patients do not see it */
  readonly notices?: ReactNode;
  /** each English text beside its translation, null for one without */
  readonly texts: readonly { readonly id: string; readonly english: ReactNode; readonly text: ReactNode | null }[];
  readonly review: Review;
};

/** One translation to read beside its English, with the mark of its review. */
export function TranslationPanel({ translation, isReadable, untranslated, notices, texts, review }: TranslationPanelProps) {
  const { language, reviewed } = translation;
  return (
    <Panel title={`Translation into ${ENGLISH_NAMES[language]}`}>
      <div className={styles.stack}>
        <div className={styles.head}>
          <span {...languageAttributes(language)}>{OWN_NAMES[language]}</span>
          <TranslationChips isReviewed={reviewed} isReadable={isReadable} untranslated={untranslated} />
        </div>
        {notices}
        <dl className={styles.pairs}>
          {texts.map(({ id, english, text }) => (
            <div key={id} className={styles.beside}>
              <dt className={styles.english} {...languageAttributes('en')}>
                {english}
              </dt>
              {text === null ? (
                <dd className={styles.small}>In English only: there is no translation of these words.</dd>
              ) : (
                <dd {...languageAttributes(language)}>{text}</dd>
              )}
            </div>
          ))}
        </dl>
        <ReviewMark translation={translation} untranslated={untranslated} review={review} />
      </div>
    </Panel>
  );
}
