import { ENGLISH_NAMES } from '#domain/values/patient-languages.ts';
import {
  TEMPLATE_TRANSLATION,
  type TemplateTranslation,
  type TemplateTranslationDraft,
} from '#domain/templates/template-translation.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { signatureBlocksOf } from '#domain/templates/template-words.ts';
import { missingBlocks } from '#domain/templates/template-faults.ts';
import { isOfEnglish } from '#domain/templates/translation.ts';
import { keepsReview } from '#domain/templates/translation-review.ts';
import type { NamedText } from '#src/editing/translation/NamedTextField.tsx';
import { TranslationEditor } from '#src/editing/translation/TranslationEditor.tsx';
import { RichText } from '#src/rich-text/RichText.tsx';
import type { ValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Checkbox } from '@mantine/core';
import { TextEditor } from './editor/TextEditor.tsx';
import { translationFieldId, type TemplateForm } from './template-form.ts';
import styles from './templates.module.css';

type TranslationFieldsProps = {
  readonly form: ValidatedForm<TemplateForm>;
  /** The problem of the control with this id. */
  readonly errorAt: (id: string) => string | undefined;
  /** Another one puts other texts into the editors. */
  readonly textKey: number;
  /** as they were when the form was opened, with the marks of their reviews */
  readonly stored: readonly TemplateTranslation[];
};

type Change = (part: Partial<TemplateTranslationDraft>) => void;

/** The translations of a template: the English beside an editor for each. */
export function TemplateTranslationFields({ form, errorAt, textKey, stored }: TranslationFieldsProps) {
  const { translations, data: english, formType } = form.values;
  const show = (translation: TemplateTranslationDraft, change: Change) => {
    const { language, data } = translation;
    const untranslated = TEMPLATE_TRANSLATION.untranslated(translation, english);
    const control = (
      <div key={textKey}>
        <TextEditor
          id={translationFieldId(language)}
          language={language}
          initial={data}
          missing={missingBlocks({ formType, data })}
          error={errorAt(translationFieldId(language))}
          hasFixedSignatureBlocks={signatureBlocksOf(data).join() === signatureBlocksOf(translation.english).join()}
          onChange={(nodes) => change({ data: nodes })}
        />
      </div>
    );
    return {
      texts: [namedText(translation, { english, control, onKeep: () => change({ english: [...english] }) })],
      untranslated: untranslated.length,
      isReadable: TEMPLATE_TRANSLATION.isReadable(translation, english),
      isReviewed: keepsReview(
        TEMPLATE_TRANSLATION,
        translation,
        stored.find((each) => each.language === language),
      ),
      hasTexts: !isSameValue(data, translation.english),
      foot: <Foot translation={translation} untranslated={untranslated} onChange={change} />,
    };
  };
  return (
    <TranslationEditor
      hint="They see a translation once its writer has said that it is finished."
      error={form.at('translations').error}
      translations={translations}
      begin={(language): TemplateTranslationDraft => ({ language, data: [...english], english: [...english], complete: false })}
      show={show}
      onChange={(next) => form.change({ translations: next })}
    />
  );
}

type TextOptions = Pick<NamedText, 'control'> & { readonly english: TemplateForm['data']; readonly onKeep: () => void };

function namedText(translation: TemplateTranslationDraft, { english, control, onKeep }: TextOptions): NamedText {
  const { language, english: before } = translation;
  return {
    id: translationFieldId(language),
    english: (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls by keys as well
      <div className={styles.page} role="group" aria-label={`English text for ${ENGLISH_NAMES[language]}`} tabIndex={0}>
        <RichText nodes={english} />
      </div>
    ),
    control,
    earlier: isOfEnglish(translation, english)
      ? undefined
      : {
          advice: 'Patients do not see it. Change it to fit the English, then say so here.',
          words: (
            <details>
              <summary>The English that it was written for</summary>
              <div className={styles.page} lang="en-GB">
                <RichText nodes={before} />
              </div>
            </details>
          ),
          onKeep,
        },
  };
}

type FootProps = {
  readonly translation: TemplateTranslationDraft;
  readonly untranslated: readonly string[];
  readonly onChange: Change;
};

function Foot({ translation: { language, complete }, untranslated, onChange }: FootProps) {
  return (
    <>
      {untranslated.length > 0 && (
        <details>
          <summary>Texts that are still in English</summary>
          <ul className={styles.places} lang="en-GB">
            {untranslated.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
      <Checkbox
        label={`The ${ENGLISH_NAMES[language]} is finished: patients see it once this is saved`}
        checked={complete}
        onChange={(event) => onChange({ complete: event.currentTarget.checked })}
      />
    </>
  );
}
