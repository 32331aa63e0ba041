import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { paths } from '#src/paths.ts';
import { procedureOptions } from '#src/queries/library/library.ts';
import { usePersonalProcedure } from '#src/queries/library/own-sections.ts';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { SectionEditor } from './SectionEditor.tsx';
import { SectionForm } from './section-form.ts';
import { useStoredDraft } from '#src/editing/use-stored-draft.ts';

type EditSectionProps = {
  readonly procedureID: string;
  /** null for a new section */
  readonly sectionID: string | null;
  readonly onSaved: () => void;
};

/** An own section of this person for a procedure as a form, from their profile and the words that this tablet has stored. */
export function EditSection({ procedureID, sectionID, onSaved }: EditSectionProps) {
  const draftKey = `section-${procedureID}-${sectionID ?? 'new'}`;
  const draft = useStoredDraft(draftKey, SectionForm);
  const { data, error, refetch } = useQuery(procedureOptions(procedureID));
  const copy = usePersonalProcedure(procedureID);
  const known = copy?.sections.find(({ id }) => id === sectionID) ?? null;
  const isOpen = useRef(false);
  // Taken away elsewhere while somebody types: the words on the screen stay, and the save says so.
  const isUnknown = !isOpen.current && sectionID !== null && known === null && draft === null;
  if (data !== undefined && draft !== undefined && !isUnknown) {
    isOpen.current = true;
    return (
      <SectionEditor
        procedure={data}
        draftKey={draftKey}
        known={known}
        revision={copy?.revision ?? null}
        draft={draft}
        onSaved={onSaved}
      />
    );
  }
  return (
    <>
      <PageHeader title="My own section" back={{ href: paths.procedure(procedureID).href, label: 'Procedure' }} />
      <Page>
        <NeedsServer />
        {isUnknown ? (
          <EmptyState title="You have no such section">It may have been removed in another tab.</EmptyState>
        ) : error !== null ? (
          <QueryFailure failure={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton card lines={6} />
        )}
      </Page>
    </>
  );
}
