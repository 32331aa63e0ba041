import { ENGLISH_NAMES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './editing.module.css';

/** Id of the group with a translation, which has the focus once it is added. */
export function translationGroupId(language: PatientLanguage): string {
  return `translation-group-${language}`;
}

/** Id of the panel with all translations. */
export const TRANSLATIONS_ID = 'translations';

type TranslateButtonsProps = {
  readonly languages: readonly PatientLanguage[];
  readonly onAdd: (language: PatientLanguage) => void;
};

/** Adds a translation; its group then has the focus. */
export function TranslateButtons({ languages, onAdd }: TranslateButtonsProps) {
  const add = (language: PatientLanguage) => {
    onAdd(language);
    setTimeout(() => document.getElementById(translationGroupId(language))?.focus());
  };
  return (
    <div className={styles.acts}>
      {languages.map((language) => (
        <Button key={language} id={buttonId(language)} variant="default" onClick={() => add(language)}>
          Translate into {ENGLISH_NAMES[language]}
        </Button>
      ))}
    </div>
  );
}

type RemoveTranslationProps = {
  readonly language: PatientLanguage;
  /** whether any of it is written */
  readonly hasTexts: boolean;
  readonly onRemove: () => void;
};

/** Takes a translation out of the form, after a question once any of it is written. */
export function RemoveTranslation({ language, hasTexts, onRemove }: RemoveTranslationProps) {
  const [isAsking, setAsking] = useState(false);
  const name = ENGLISH_NAMES[language];
  const remove = () => {
    onRemove();
    setTimeout(() => (document.getElementById(buttonId(language)) ?? document.getElementById(TRANSLATIONS_ID))?.focus());
  };
  return (
    <div className={styles.acts}>
      <Button variant="subtle" color="red" onClick={() => (hasTexts ? setAsking(true) : remove())}>
        Remove the {name} translation
      </Button>
      <ConfirmModal
        opened={isAsking}
        title={`Remove the ${name} translation?`}
        okLabel="Remove translation"
        tone="stop"
        onOk={remove}
        onCancel={() => setAsking(false)}
      >
        <p>Everything that is written in {name} goes from this form. Patients no longer see it once this is saved.</p>
      </ConfirmModal>
    </div>
  );
}

function buttonId(language: PatientLanguage): string {
  return `translate-${language}`;
}
