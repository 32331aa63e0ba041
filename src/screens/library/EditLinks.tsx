import type { ProcedureDetails } from '#domain/library/procedure.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { paths } from '#src/paths.ts';
import { currentProcedureOf, newestProcedureOptions, useEditResources } from '#src/queries/library/library-writes.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isSameValue } from '#domain/base/canonical.ts';
import { LinkFields } from './LinkFields.tsx';
import { linksFormOf } from './procedure-form.ts';
import { procedureControlId, readLinksForm } from './procedure-input.ts';

/** The links of a procedure, changed without a new version. */
export function EditLinks({ id, onSaved }: { readonly id: string; readonly onSaved: () => void }) {
  const { data, error, refetch } = useQuery(newestProcedureOptions(id));
  if (data !== undefined) return <LinksForm known={data} onSaved={onSaved} />;
  return (
    <>
      <PageHeader title="Links" back={{ href: paths.procedure(id).href, label: 'Procedure' }} />
      <Page>
        <NeedsServer />
        {error === null ? <Skeleton card lines={6} /> : <QueryFailure failure={error} onRetry={() => void refetch()} />}
      </Page>
    </>
  );
}

function LinksForm({ known, onSaved }: { readonly known: ProcedureDetails; readonly onSaved: () => void }) {
  const [base, setBase] = useState(known);
  const [form, setForm] = useState(() => linksFormOf(known));
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const isSaved = useRef(false);
  const edit = useEditResources();
  const { procedureID, procedureName } = base;
  const back = paths.procedure(procedureID);
  const save = async () => {
    const { input, problems: found } = readLinksForm(form);
    setProblems(found);
    if (input === null || edit.isPending) return;
    try {
      const { message } = await edit.mutateAsync({ id: procedureID, revision: base.revision, ...input });
      isSaved.current = true;
      noticeSuccess(message);
      onSaved();
    } catch (failure) {
      setProblems(failureProblems(failure).map(({ path, message }) => ({ field: procedureControlId(path), message })));
      const current = currentProcedureOf(failure);
      if (current !== null) setBase(current);
    }
  };
  return (
    <>
      <LeaveGuard hasUnsaved={() => !isSaved.current && !isSameValue(form, linksFormOf(base))} />
      <PageHeader title={`Links: ${procedureName}`} back={{ href: back.href, label: 'Procedure' }} />
      <Page>
        <NeedsServer />
        <ErrorSummary problems={problems} />
        {problems.some(({ message }) => message === FAILURES.VERSION_CONFLICT.message) && <Theirs stored={base} />}
        <LinkFields
          editor={{
            form,
            change: (part) => setForm((before) => ({ ...before, ...part })),
            errorAt: (field) => problems.find((each) => each.field === field)?.message,
          }}
        />
      </Page>
      <FooterBar>
        <ButtonLink href={back.href} variant="default">
          Cancel
        </ButtonLink>
        <Button onClick={() => void save()} loading={edit.isPending}>
          Save links
        </Button>
      </FooterBar>
    </>
  );
}

/** The other person's saved list: the own list replaces it at the next save, so it is shown first. */
function Theirs({ stored: { Leaflets, videoLinks, imageRefs } }: { readonly stored: ProcedureDetails }) {
  const all = [...Leaflets, ...videoLinks, ...imageRefs];
  return (
    <Notice tone="warn" title="Stored now">
      <p>{all.length === 0 ? 'No links.' : all.map(({ title, url }) => `${title}: ${url}`).join('; ')}</p>
      <p>Saving again replaces this by the links below.</p>
    </Notice>
  );
}
