import { ENGLISH_NAMES, languageAttributes, OWN_NAMES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { buttonId, focusFirst, groupId, TRANSLATIONS_ID } from './translation-ids.ts';
import { TranslationChips } from './TranslationChips.tsx';
import styles from './translation.module.css';

/** The state of a translation while it is edited. */
export type TranslationState = Parameters<typeof TranslationChips>[0] & {
  /** whether any of it is written, so that its removal asks first */
  readonly hasTexts: boolean;
};

type RemovalProps = { readonly language: PatientLanguage; readonly hasTexts: boolean; readonly onRemove: () => void };
type TranslationGroupProps = TranslationState & RemovalProps & { readonly children: ReactNode };

/** The fields of one translation, under its name in both languages and its state. */
export function TranslationGroup({ language, children, hasTexts, onRemove, ...state }: TranslationGroupProps) {
  const name = ENGLISH_NAMES[language];
  return (
    <div id={groupId(language)} tabIndex={-1} className={styles.group} role="group" aria-label={`Translation into ${name}`}>
      <div className={styles.head}>
        <h3>
          {name} (<span {...languageAttributes(language)}>{OWN_NAMES[language]}</span>)
        </h3>
        <TranslationChips {...state} />
      </div>
      {state.isReviewed && <p className={styles.hint}>A change takes the mark of the review away.</p>}
      {children}
      <RemoveTranslation language={language} hasTexts={hasTexts} onRemove={onRemove} />
    </div>
  );
}

/** Takes a translation out of the form, after a question once any of it is written. */
function RemoveTranslation({ language, hasTexts, onRemove }: RemovalProps) {
  const [isAsking, setAsking] = useState(false);
  const name = ENGLISH_NAMES[language];
  const remove = () => {
    onRemove();
    focusFirst(buttonId(language), TRANSLATIONS_ID);
  };
  return (
    <div className={styles.remove}>
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
