import type { ProcedureDetails } from '#domain/library/procedure.ts';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { paths } from '#src/paths.ts';
import { useProduct } from '#src/queries/reference.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Columns, Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { lazy, Suspense, type ComponentProps } from 'react';
import { AboutFields } from './AboutFields.tsx';
import { ChoiceFields } from './ChoiceFields.tsx';
import { EditState } from '#src/editing/EditState.tsx';
import { LinkFields } from './LinkFields.tsx';
import { AlternativeFields, BenefitFields, CodeFields } from './ListFields.tsx';
import { MergeConflict } from '#src/editing/MergeConflict.tsx';
import type { ProcedureForm } from './procedure-form.ts';
import { ReviewFields } from './ReviewFields.tsx';
import { RestoredNotice } from '#src/editing/RestoredNotice.tsx';
import { RiskFields } from './RiskFields.tsx';
import { UnderstandingFields } from './UnderstandingFields.tsx';
import { SectionFields } from './sections/SectionFields.tsx';
import { SaveButton, SaveNotice } from '#src/editing/SaveButton.tsx';
import { STORED } from '#src/editing/stored-words.ts';
import { useProcedureEditor } from './use-procedure-editor.ts';
import type { StoredDraft } from '#src/editing/use-stored-draft.ts';

// Few procedures have one: its fields come with the first that has, or may have.
const TranslationFields = lazy(async () => ({
  default: (await import('./ProcedureTranslationFields.tsx')).ProcedureTranslationFields,
}));

type ProcedureEditorProps = {
  /** The newest version; null for a new procedure. */
  readonly known: ProcedureDetails | null;
  /** Words of an earlier visit that were not saved. */
  readonly draft: StoredDraft<ProcedureForm> | null;
  readonly onSaved: (saved: ProcedureDetails) => void;
};

/** A procedure as a form. Words stay on this tablet until they are saved; what somebody else saved meanwhile is never overwritten. */
export function ProcedureEditor({ known, draft, onSaved }: ProcedureEditorProps) {
  const editor = useProcedureEditor({ known, draft, onSaved });
  const back = known === null ? paths.library : paths.procedure(known.procedureID);
  const { merge } = editor;
  return (
    <>
      <LeaveGuard hasUnsaved={editor.hasUnsaved} {...(editor.stored === true && { words: STORED })} />
      <PageHeader
        title={known === null ? 'New procedure' : known.procedureName}
        back={{ href: back.href, label: known === null ? 'Library' : 'Procedure' }}
        actions={<StateChip>{versionWords(known)}</StateChip>}
      />
      <Page>
        <SaveNotice isStored={editor.stored} />
        {editor.isRestored && merge === null && <RestoredNotice onDiscard={editor.discard} />}
        {merge !== null && <MergeConflict noun="procedure" merge={merge} choices={editor.choices} onChoose={editor.choose} />}
        <ErrorSummary problems={editor.problems} />
        <Columns aside={<ReviewFields editor={editor} version={editor.base.known} />}>
          <AboutFields editor={editor} />
          <BenefitFields editor={editor} />
          <RiskFields editor={editor} />
          <AlternativeFields editor={editor} />
          <ChoiceFields editor={editor} />
          <SectionFields editor={editor} />
          <LinkFields editor={editor} />
          <UnderstandingFields editor={editor} />
          <CodeFields editor={editor} />
          <Translations editor={editor} stored={editor.base.known?.translations ?? []} />
        </Columns>
      </Page>
      <FooterBar state={<EditState isUnsaved={editor.hasUnsaved()} isStored={editor.stored} />}>
        <ButtonLink href={back.href} variant="default">
          Cancel
        </ButtonLink>
        <SaveButton onSave={editor.save} isSaving={editor.isSaving}>
          Save draft
        </SaveButton>
      </FooterBar>
    </>
  );
}

function Translations(props: ComponentProps<typeof TranslationFields>) {
  const { languages } = useProduct();
  if (languages.length === 0 && props.editor.form.translations.length === 0) return null;
  return (
    <Suspense fallback={<Skeleton card lines={3} />}>
      <TranslationFields {...props} />
    </Suspense>
  );
}

/** The version that a save makes or changes. */
function versionWords(known: ProcedureDetails | null): string {
  if (known === null) return 'Draft';
  const isNext = known.status !== 'DRAFT';
  return `Draft of version ${known.version + (isNext ? 1 : 0)}`;
}
