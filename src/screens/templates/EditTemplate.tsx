import type { Template } from '#domain/templates/library-template.ts';
import { useStoredDraft } from '#src/editing/use-stored-draft.ts';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { StoredTemplateForm } from './template-form.ts';
import { TemplateEditor } from './TemplateEditor.tsx';
import { templatesLink } from './templates-link.ts';

type EditTemplateProps = {
  /** `null` for a new template without another one to begin with. */
  readonly known: Template | null;
  /** Whether another template is made of it. */
  readonly isCopy: boolean;
  readonly onDone: () => void;
};

/** A template as a form, from the server's answer and the words that this tablet has stored. */
export function EditTemplate(props: EditTemplateProps) {
  const { known, isCopy } = props;
  const draftKey = known === null ? 'template-new' : `template-${isCopy ? 'copy' : 'edit'}-${known._id}`;
  const draft = useStoredDraft(draftKey, StoredTemplateForm);
  if (draft !== undefined) return <TemplateEditor {...props} draftKey={draftKey} draft={draft} />;
  return (
    <>
      <PageHeader title="Template" back={templatesLink} />
      <Page>
        <Skeleton card lines={8} />
      </Page>
    </>
  );
}
