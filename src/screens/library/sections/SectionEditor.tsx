import type { Procedure } from '#domain/library/procedure.ts';
import { SECTION_TITLE_MOST } from '#domain/library/procedure-sections.ts';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { paths } from '#src/paths.ts';
import { RichText } from '#src/rich-text/RichText.tsx';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Columns, Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { EditState } from '#src/editing/EditState.tsx';
import styles from '../library.module.css';
import { RestoredNotice } from '#src/editing/RestoredNotice.tsx';
import { SectionConflict } from './SectionConflict.tsx';
import { SECTION_FIELDS, type SectionForm } from './section-form.ts';
import { SectionText } from './SectionText.tsx';
import { SaveButton, SaveNotice } from '#src/editing/SaveButton.tsx';
import { STORED } from '#src/editing/stored-words.ts';
import { useSectionEditor } from './use-section-editor.ts';
import type { StoredDraft } from '#src/editing/use-stored-draft.ts';

type SectionEditorProps = {
  readonly procedure: Pick<Procedure, 'procedureID' | 'procedureName'>;
  readonly draftKey: string;
  readonly known: SectionForm | null;
  readonly revision: number | null;
  readonly draft: StoredDraft<SectionForm> | null;
  readonly onSaved: () => void;
};

/** An own section as a form, with what the patient will read beside it. */
export function SectionEditor({ procedure, ...options }: SectionEditorProps) {
  const { procedureID, procedureName } = procedure;
  const editor = useSectionEditor({ procedureID, ...options });
  const back = paths.procedure(procedureID);
  const { form, conflict, problems } = editor;
  const errorAt = (id: string) => problems.find(({ field, isMended }) => field === id && !isMended)?.message;
  return (
    <>
      <LeaveGuard hasUnsaved={editor.hasUnsaved} {...(editor.stored === true && { words: STORED })} />
      <PageHeader
        title={editor.isNew ? 'New section of my own' : 'My own section'}
        about={procedureName}
        back={{ href: back.href, label: 'Procedure' }}
      />
      <Page>
        <SaveNotice isStored={editor.stored} />
        {editor.isRestored && conflict === null && <RestoredNotice onDiscard={editor.discard} />}
        {conflict !== null && <SectionConflict theirs={conflict.theirs} onSettle={editor.settle} />}
        <ErrorSummary problems={problems} />
        <Columns
          aside={
            <Panel title="What the patient sees">
              <div className={styles.patientView}>
                <h3>{form.title === '' ? 'Title' : form.title}</h3>
                <RichText nodes={form.nodes} />
              </div>
            </Panel>
          }
        >
          <Panel>
            <div className={styles.stack}>
              <p className={styles.hint}>
                It comes with this procedure onto the forms that you start, is part of what the patient signs, and is printed.
                Nobody else’s forms have it.
              </p>
              <TextField
                id={SECTION_FIELDS.title}
                label="Title"
                maxLength={SECTION_TITLE_MOST}
                value={form.title}
                error={errorAt(SECTION_FIELDS.title)}
                onChange={(title) => editor.change({ title })}
              />
              <SectionText
                id={SECTION_FIELDS.nodes}
                nodes={form.nodes}
                error={errorAt(SECTION_FIELDS.nodes)}
                onChange={(nodes) => editor.change({ nodes })}
              />
            </div>
          </Panel>
        </Columns>
      </Page>
      <FooterBar state={<EditState isUnsaved={editor.hasUnsaved()} isStored={editor.stored} />}>
        <ButtonLink href={back.href} variant="default">
          Cancel
        </ButtonLink>
        <SaveButton onSave={editor.save} isSaving={editor.isSaving} disabled={conflict !== null}>
          Save section
        </SaveButton>
      </FooterBar>
    </>
  );
}
