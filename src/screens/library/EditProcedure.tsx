import type { ProcedureDetails } from '#domain/library/procedure.ts';
import { mayEditProcedure } from '#domain/library/procedure-status.ts';
import { procedureStatusWords } from '#domain/cases/state-words.ts';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { paths } from '#src/paths.ts';
import { newestProcedureOptions } from '#src/queries/library/library-writes.ts';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { ProcedureEditor } from './ProcedureEditor.tsx';
import { ProcedureForm } from './procedure-form.ts';
import { useStoredDraft } from '#src/editing/use-stored-draft.ts';

type EditProcedureProps = {
  /** null for a new procedure */
  readonly id: string | null;
  readonly onSaved: (saved: ProcedureDetails) => void;
};

/** The newest version of a procedure as a form, from the server's answer and the words that this tablet has stored. */
export function EditProcedure({ id, onSaved }: EditProcedureProps) {
  const draft = useStoredDraft(id ?? 'new', ProcedureForm);
  const query = useQuery({ ...newestProcedureOptions(id ?? ''), enabled: id !== null });
  const back = id === null ? paths.library : paths.procedure(id);
  const known = query.data;
  if (draft !== undefined && (id === null || (known !== undefined && mayEditProcedure(known.status))))
    return <ProcedureEditor known={known ?? null} draft={draft} onSaved={onSaved} />;
  return (
    <>
      <PageHeader title={known?.procedureName ?? 'Edit procedure'} back={{ href: back.href, label: 'Procedure' }} />
      <Page>
        <NeedsServer />
        {known !== undefined && !mayEditProcedure(known.status) ? (
          <EmptyState title={`Version ${known.version} cannot be edited now`}>
            It is {procedureStatusWords(known.status).words.toLowerCase()}. Take it back to draft first.
          </EmptyState>
        ) : query.error !== null ? (
          <QueryFailure failure={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton card lines={8} />
        )}
      </Page>
    </>
  );
}
