import { ENGLISH_NAMES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { useProduct } from '#src/queries/reference.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { NamedTextField, type NamedText } from './NamedTextField.tsx';
import { buttonId, focusFirst, groupId, TRANSLATIONS_ID } from './translation-ids.ts';
import { TranslationGroup, type TranslationState } from './TranslationGroup.tsx';
import styles from './translation.module.css';

/** One translation as the editor shows it. */
export type EditedTranslation = TranslationState & {
  /** each English text, with the control for its translation */
  readonly texts: readonly NamedText[];
  /** below the texts */
  readonly foot?: ReactNode;
};

type TranslationEditorProps<T> = {
  /** more on when patients see it */
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly translations: readonly T[];
  readonly begin: (language: PatientLanguage) => T;
  readonly show: (translation: T, change: (part: Partial<T>) => void) => EditedTranslation;
  readonly onChange: (translations: readonly T[]) => void;
};

/** The translations of texts: each English text beside the control for its translation, by language. */
export function TranslationEditor<T extends { readonly language: PatientLanguage }>(props: TranslationEditorProps<T>) {
  const { hint, error, translations, begin, show, onChange } = props;
  const { languages } = useProduct();
  const left = languages.filter((language) => translations.every((each) => each.language !== language));
  const add = (language: PatientLanguage) => {
    onChange([...translations, begin(language)]);
    focusFirst(groupId(language));
  };
  return (
    <div id={TRANSLATIONS_ID} tabIndex={-1}>
      <Panel title="Translations">
        <div className={styles.stack}>
          <p className={styles.hint}>
            Patients who read in one of these languages see the translation with the English below it. A text without a
            translation stays in English. {hint}
          </p>
          {error !== undefined && <p className={styles.problem}>{error}</p>}
          {translations.map((each) => {
            const change = (part: Partial<T>) =>
              onChange(translations.map((other) => (other === each ? { ...each, ...part } : other)));
            const { texts, foot, ...state } = show(each, change);
            return (
              <TranslationGroup
                key={each.language}
                language={each.language}
                {...state}
                onRemove={() => onChange(translations.filter((other) => other !== each))}
              >
                <div className={styles.pairs}>
                  {texts.map((text) => (
                    <NamedTextField key={text.id} text={text} />
                  ))}
                </div>
                {foot}
              </TranslationGroup>
            );
          })}
          {left.length > 0 && (
            <div className={styles.acts}>
              {left.map((language) => (
                <Button key={language} id={buttonId(language)} variant="default" onClick={() => add(language)}>
                  Translate into {ENGLISH_NAMES[language]}
                </Button>
              ))}
            </div>
          )}
        </div>
      </Panel>
    </div>
  );
}
