import { ENGLISH_NAMES, languageAttributes, type PatientLanguage } from '#domain/values/patient-languages.ts';
import type { ProcedureTranslation } from '#domain/library/procedure-translation.ts';
import { RemoveTranslation, TranslateButtons, TRANSLATIONS_ID } from '#src/editing/TranslationActs.tsx';
import { TranslationGroup } from '#src/editing/TranslationGroup.tsx';
import { useProduct } from '#src/queries/reference.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { Button } from '@mantine/core';
import type { FormEditing } from './edit-lines.ts';
import styles from './library.module.css';
import {
  fieldId,
  keepsReview,
  linesOfTranslation,
  withTranslated,
  type TranslationForm,
  type TranslationLine,
} from './translation-form.ts';
import { TEXT_WORDS } from './translation-words.ts';

type TranslationFieldsProps = {
  readonly editor: FormEditing;
  /** as they were when the form was opened, with the marks of their reviews */
  readonly stored: readonly ProcedureTranslation[];
};

/** The translations of a procedure: each English text with a field beside it. */
export function TranslationFields({ editor, stored }: TranslationFieldsProps) {
  const { languages } = useProduct();
  const { translations } = editor.form;
  const present = new Set(translations.map(({ language }) => language));
  const put = (next: readonly TranslationForm[]) => editor.change({ translations: [...next] });
  return (
    <div id={TRANSLATIONS_ID} tabIndex={-1}>
      <Panel title="Translations">
        <div className={styles.stack}>
          <p className={styles.hint}>
            Patients who read in one of these languages see the translation with the English below it. A text without a
            translation stays in English.
          </p>
          {translations.map((each) => (
            <Translation
              key={each.language}
              editor={editor}
              translation={each}
              isReviewed={stored.some((before) => before.language === each.language && keepsReview(each, before))}
              onChange={(next) => put(translations.map((other) => (other === each ? next : other)))}
              onRemove={() => put(translations.filter((other) => other !== each))}
            />
          ))}
          <TranslateButtons
            languages={languages.filter((language) => !present.has(language))}
            onAdd={(language) => put([...translations, { language, texts: [] }])}
          />
        </div>
      </Panel>
    </div>
  );
}

type TranslationProps = {
  readonly editor: FormEditing;
  readonly translation: TranslationForm;
  readonly isReviewed: boolean;
  readonly onChange: (next: TranslationForm) => void;
  readonly onRemove: () => void;
};

function Translation({ editor, translation, isReviewed, onChange, onRemove }: TranslationProps) {
  const { language } = translation;
  const lines = linesOfTranslation(editor.form, translation);
  const done = lines.filter(({ text }) => text.trim() !== '').length;
  return (
    <TranslationGroup
      language={language}
      isReviewed={isReviewed}
      chips={<StateChip>{`${done} of ${lines.length} texts`}</StateChip>}
    >
      {isReviewed && <p className={styles.hint}>A change takes the mark of the review away.</p>}
      {lines.map((line) => (
        <Line
          key={line.path}
          line={line}
          language={language}
          error={editor.errorAt(fieldId(language, line))}
          onChange={(text) => onChange(withTranslated(translation, line, text))}
        />
      ))}
      <RemoveTranslation
        language={language}
        hasTexts={translation.texts.some(({ text }) => text.trim() !== '')}
        onRemove={onRemove}
      />
    </TranslationGroup>
  );
}

type LineProps = {
  readonly line: TranslationLine;
  readonly language: PatientLanguage;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
};

/** An English text, and the field for its translation. One that was written for earlier English words is offered, and never filled in. */
function Line({ line, language, error, onChange }: LineProps) {
  const { kind, english, text, before } = line;
  const field = {
    id: fieldId(language, line),
    label: `${TEXT_WORDS[kind] ?? 'Text'} in ${ENGLISH_NAMES[language]}`,
    value: text,
    onChange,
    error,
    optional: true,
    ...languageAttributes(language),
  };
  return (
    <div className={styles.translationLine}>
      <p className={styles.english} lang="en-GB">
        {english}
      </p>
      <div className={styles.tight}>
        {isLong(kind) ? (
          <TextAreaField {...field} minRows={2} maxLength={5000} />
        ) : (
          <TextAreaField {...field} minRows={1} hasBreaks={false} maxLength={300} />
        )}
        {before !== undefined && text.trim() === '' && (
          <div className={styles.earlier}>
            <p className={styles.small}>
              The English has changed, so this translation is not shown. It was for “{before.english}”:
            </p>
            <p {...languageAttributes(language)}>{before.text}</p>
            <Button variant="default" onClick={() => onChange(before.text)}>
              Use it for the new English
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

function isLong(kind: string): boolean {
  return kind === 'procedureDescription' || kind === 'benefits' || kind === 'risks.text';
}
