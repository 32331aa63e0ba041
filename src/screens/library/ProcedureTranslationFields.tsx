import { hasInk } from '#domain/values/ink.ts';
import { ENGLISH_NAMES, languageAttributes, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { PROCEDURE_TRANSLATION } from '#domain/library/procedure-texts.ts';
import type { ProcedureTranslation } from '#domain/library/procedure-translation.ts';
import { keepsReview } from '#domain/templates/translation-review.ts';
import { LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import { ALTERNATIVE_MOST } from '#domain/library/procedure-parts.ts';
import type { NamedText } from '#src/editing/translation/NamedTextField.tsx';
import { TranslationEditor } from '#src/editing/translation/TranslationEditor.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import type { FormEditing } from './edit-lines.ts';
import {
  fieldId,
  linesOfTranslation,
  textsOfForm,
  translationInput,
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
export function ProcedureTranslationFields({ editor: { form, change, errorAt }, stored }: TranslationFieldsProps) {
  const english = textsOfForm(form);
  const { drafts } = translationInput(form);
  const show = (translation: TranslationForm, changeTo: (part: Partial<TranslationForm>) => void) => {
    const { language } = translation;
    const ofLanguage = (each: { readonly language: PatientLanguage }) => each.language === language;
    const draft = drafts.find(ofLanguage) ?? PROCEDURE_TRANSLATION.empty(language);
    return {
      texts: linesOfTranslation(form, translation).map((line) =>
        namedText(line, {
          language,
          error: errorAt(fieldId(language, line)),
          onChange: (text) => changeTo(withTranslated(translation, line, text)),
        }),
      ),
      untranslated: PROCEDURE_TRANSLATION.untranslated(draft, english).length,
      isReadable: PROCEDURE_TRANSLATION.isReadable(draft, english),
      isReviewed: keepsReview(PROCEDURE_TRANSLATION, draft, stored.find(ofLanguage)),
      hasTexts: translation.texts.some(({ text }) => hasInk(text)),
    };
  };
  return (
    <TranslationEditor
      translations={form.translations}
      begin={(language): TranslationForm => ({ language, texts: [] })}
      show={show}
      onChange={(translations) => change({ translations: [...translations] })}
    />
  );
}

type FieldOptions = {
  readonly language: PatientLanguage;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
};

function namedText(line: TranslationLine, { language, error, onChange }: FieldOptions): NamedText {
  const { kind, english, text, before } = line;
  const id = fieldId(language, line);
  const field = {
    id,
    label: `${TEXT_WORDS[kind] ?? 'Text'} in ${ENGLISH_NAMES[language]}`,
    value: text,
    onChange,
    error,
    optional: true,
    ...languageAttributes(language),
  };
  return {
    id,
    english,
    control: isLong(kind) ? (
      <TextAreaField {...field} minRows={2} maxLength={LONG_TEXT_MOST} />
    ) : (
      <TextAreaField {...field} minRows={1} hasBreaks={false} maxLength={ALTERNATIVE_MOST} />
    ),
    earlier:
      before === undefined || hasInk(text)
        ? undefined
        : {
            advice: `Patients do not see it. It was written for “${before.english}”:`,
            words: <p {...languageAttributes(language)}>{before.text}</p>,
            onKeep: () => onChange(before.text),
          },
  };
}

function isLong(kind: string): boolean {
  return kind === 'procedureDescription' || kind === 'benefits' || kind === 'risks.text';
}
