import { ENGLISH_NAMES } from '#domain/values/patient-languages.ts';
import {
  isCurrentTranslation,
  isReadableTranslation,
  untranslatedWords,
  type TemplateTranslation,
  type TemplateTranslationDraft,
} from '#domain/templates/template-translation.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { signatureBlocksOf } from '#domain/templates/template-words.ts';
import { missingBlocks } from '#domain/templates/template-faults.ts';
import { RemoveTranslation, TranslateButtons, TRANSLATIONS_ID } from '#src/editing/TranslationActs.tsx';
import { TranslationGroup } from '#src/editing/TranslationGroup.tsx';
import { useProduct } from '#src/queries/reference.ts';
import { RichText } from '#src/rich-text/RichText.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import type { ValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Button, Checkbox } from '@mantine/core';
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

/** The translations of a template: the English beside an editor for each. */
export function TranslationFields({ form, errorAt, textKey, stored }: TranslationFieldsProps) {
  const { languages } = useProduct();
  const { translations, data, formType } = form.values;
  const { error } = form.at('translations');
  const put = (next: readonly TemplateTranslationDraft[]) => form.change({ translations: next });
  const languagesLeft = languages.filter((language) => translations.every((each) => each.language !== language));
  return (
    <div id={TRANSLATIONS_ID} tabIndex={-1}>
      <Panel title="Translations">
        <div className={styles.stack}>
          <p>Patients who read in one of these languages see a finished translation with the English below it.</p>
          {error !== undefined && <p className={styles.problem}>{error}</p>}
          {translations.map((each) => (
            <Translation
              key={`${each.language}-${textKey}`}
              translation={each}
              english={data}
              formType={formType}
              error={errorAt(translationFieldId(each.language))}
              isReviewed={stored.some(
                ({ language, reviewed, data: before }) =>
                  language === each.language && reviewed && isSameValue(before, each.data),
              )}
              onChange={(part) => put(translations.map((other) => (other === each ? { ...each, ...part } : other)))}
              onRemove={() => put(translations.filter((other) => other !== each))}
            />
          ))}
          <TranslateButtons
            languages={languagesLeft}
            onAdd={(language) => put([...translations, { language, data: [...data], english: [...data], complete: false }])}
          />
        </div>
      </Panel>
    </div>
  );
}

type TranslationProps = {
  readonly translation: TemplateTranslationDraft;
  readonly english: TemplateForm['data'];
  readonly formType: TemplateForm['formType'];
  readonly error: string | undefined;
  readonly isReviewed: boolean;
  readonly onChange: (part: Partial<TemplateTranslationDraft>) => void;
  readonly onRemove: () => void;
};

function Translation({ translation, english, formType, error, isReviewed, onChange, onRemove }: TranslationProps) {
  const { language, data, complete } = translation;
  const name = ENGLISH_NAMES[language];
  const isCurrent = isCurrentTranslation(translation, english);
  const left = untranslatedWords(translation);
  return (
    <TranslationGroup
      language={language}
      isReviewed={isReviewed}
      chips={
        <>
          {left.length > 0 && <StateChip tone="warn">{`${left.length} texts still in English`}</StateChip>}
          {!isReadableTranslation(translation, english) && <StateChip tone="warn">Patients do not see it</StateChip>}
        </>
      }
    >
      {!isCurrent && (
        <Notice
          tone="warn"
          title="The English has changed since this translation"
          action={
            <Button variant="default" onClick={() => onChange({ english: [...english] })}>
              It says the same as the English now
            </Button>
          }
        >
          <p>Patients do not see it. Change it to fit the English, then say so here.</p>
        </Notice>
      )}
      <div className={styles.beside}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls by keys as well */}
        <div className={styles.page} role="group" aria-label={`English text for ${name}`} tabIndex={0} lang="en-GB">
          <RichText nodes={english} />
        </div>
        <div>
          <TextEditor
            id={translationFieldId(language)}
            language={language}
            initial={data}
            missing={missingBlocks({ formType, data })}
            error={error}
            hasFixedPlaces={signatureBlocksOf(data).join() === signatureBlocksOf(translation.english).join()}
            onChange={(nodes) => onChange({ data: nodes })}
          />
        </div>
      </div>
      {left.length > 0 && (
        <details>
          <summary>Texts that are still in English</summary>
          <ul className={styles.places} lang="en-GB">
            {left.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
      <Checkbox
        label={`The ${name} is finished: patients see it once this is saved`}
        checked={complete}
        onChange={(event) => onChange({ complete: event.currentTarget.checked })}
      />
      <RemoveTranslation language={language} hasTexts={!isSameValue(data, translation.english)} onRemove={onRemove} />
    </TranslationGroup>
  );
}
