import { ENGLISH_NAMES, OWN_NAMES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import type { ReactNode } from 'react';
import styles from './editing.module.css';
import { translationGroupId } from './TranslationActs.tsx';

type TranslationGroupProps = {
  readonly language: PatientLanguage;
  readonly isReviewed: boolean;
  /** further states beside the review */
  readonly chips: ReactNode;
  readonly children: ReactNode;
};

/** The fields of one translation, under its name in both languages and its state. */
export function TranslationGroup({ language, isReviewed, chips, children }: TranslationGroupProps) {
  const name = ENGLISH_NAMES[language];
  return (
    <div
      id={translationGroupId(language)}
      tabIndex={-1}
      className={styles.translation}
      role="group"
      aria-label={`Translation into ${name}`}
    >
      <div className={styles.translationHead}>
        <h3>
          {name} <span lang={language}>({OWN_NAMES[language]})</span>
        </h3>
        <StateChip tone={isReviewed ? 'ok' : 'warn'}>{isReviewed ? 'Reviewed' : 'Not reviewed yet'}</StateChip>
        {chips}
      </div>
      {children}
    </div>
  );
}
