import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { nameWithoutType, type Template } from '#domain/templates/library-template.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { useProduct } from '#src/queries/reference.ts';
import { EditState } from '#src/editing/EditState.tsx';
import { MergeConflict } from '#src/editing/MergeConflict.tsx';
import { RestoredNotice } from '#src/editing/RestoredNotice.tsx';
import { SaveButton, SaveNotice } from '#src/editing/SaveButton.tsx';
import { STORED } from '#src/editing/stored-words.ts';
import type { StoredDraft } from '#src/editing/use-stored-draft.ts';
import { lazy, Suspense, type ComponentProps } from 'react';
import { PagePreview } from './PagePreview.tsx';
import { PatientPreview } from './PatientPreview.tsx';
import { TemplateChoiceFields } from './TemplateChoiceFields.tsx';
import { TemplateFieldset } from './TemplateFieldset.tsx';
import type { TemplateForm } from './template-form.ts';
import { changedWords } from './template-words.ts';
import { templatesLink } from './templates-link.ts';
import { useTemplateEdit } from './use-template-edit.ts';
import styles from './templates.module.css';
import { FORM_WORDS } from '#domain/forms/form-words.ts';

// Few templates have one.
const TranslationFields = lazy(async () => ({
  default: (await import('./TemplateTranslationFields.tsx')).TemplateTranslationFields,
}));

type TemplateEditorProps = {
  /** `null` for a new template without another one to begin with. */
  readonly known: Template | null;
  /** Whether another template is made of it. */
  readonly isCopy: boolean;
  readonly draftKey: string;
  /** Words of an earlier visit that were not saved. */
  readonly draft: StoredDraft<TemplateForm> | null;
  readonly onDone: () => void;
};

/** A template as a form, with what the patient will see beside it. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { isCopy } = props;
  const edit = useTemplateEdit(props);
  const { timeZone } = useProduct();
  const { form, base, merge, textKey } = edit;
  const next = base === null ? 1 : base.version + 1;
  return (
    <>
      <LeaveGuard hasUnsaved={edit.hasUnsaved} {...(edit.stored === true && { words: STORED })} />
      <PageHeader
        title={base === null ? (isCopy ? 'Copy of a template' : 'New template') : nameWithoutType(base.name)}
        back={templatesLink}
        about={
          base === null ? undefined : `${FORM_WORDS[base.formType].name}. Forms that were sent keep version ${base.version}.`
        }
      />
      <Page>
        <SaveNotice isStored={edit.stored} />
        {edit.isRestored && merge === null && <RestoredNotice onDiscard={edit.discard} />}
        {merge !== null && (
          <MergeConflict
            noun="template"
            about={base === null ? undefined : `Version ${base.version}: ${changedWords(base, timeZone)}.`}
            merge={merge}
            choices={edit.choices}
            onChoose={edit.choose}
          />
        )}
        <ErrorSummary problems={edit.problems} />
        <div className={styles.columns}>
          <div className={styles.stack}>
            <TemplateFieldset form={form} textKey={textKey} />
            <TemplateChoiceFields form={form} errorAt={edit.errorAt} />
          </div>
          <div className={`${styles.aside} ${styles.stack}`}>
            <PatientPreview title="What the patient sees" nodes={form.values.data} />
            <PagePreview formType={form.values.formType} nodes={form.values.data} />
          </div>
        </div>
        <Translations errorAt={edit.errorAt} form={form} textKey={textKey} stored={base?.translations ?? []} />
      </Page>
      <FooterBar state={<EditState isUnsaved={edit.hasUnsaved()} isStored={edit.stored} />}>
        <ButtonLink href={templatesLink.href} variant="default">
          Cancel
        </ButtonLink>
        <SaveButton onSave={edit.submit} isSaving={edit.isSaving}>
          {base === null ? 'Create template' : `Save as version ${next}`}
        </SaveButton>
      </FooterBar>
    </>
  );
}

function Translations(props: ComponentProps<typeof TranslationFields>) {
  const { languages } = useProduct();
  if (languages.length === 0 && props.form.values.translations.length === 0) return null;
  return (
    <Suspense fallback={<Skeleton card lines={3} />}>
      <TranslationFields {...props} />
    </Suspense>
  );
}
