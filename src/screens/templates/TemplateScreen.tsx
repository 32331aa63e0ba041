import type { TemplateVersion } from '#contract/templates.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { templateVersionsOptions } from '#src/queries/templates.ts';
import { useMay } from '#src/session/permissions.ts';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { EditTemplate } from './EditTemplate.tsx';
import { TemplateView } from './TemplateView.tsx';
import { templatesLink } from './templates-link.ts';

type TemplateScreenProps = {
  /** `null` for a new one. */
  readonly id: string | null;
  /** The version to read; the present one by default. */
  readonly version?: number | undefined;
  readonly mode?: 'edit' | 'copy' | undefined;
  readonly onDone: () => void;
};

/** One template: to read, to change, or to begin another one with. */
export function TemplateScreen({ id, version, mode, onDone }: TemplateScreenProps) {
  const mayEdit = useMay('templates.edit');
  // A cached text may have changed since: the form begins with the server's answer.
  const query = useQuery({ ...templateVersionsOptions(id ?? ''), enabled: id !== null, refetchOnMount: 'always' });
  if (id === null) return <EditTemplate known={null} isCopy={false} onDone={onDone} />;
  const isEditing = mode !== undefined && mayEdit;
  const versions = isEditing && !query.isFetchedAfterMount ? undefined : query.data;
  const shown = shownOf(versions, version);
  if (versions === undefined || shown === undefined)
    return (
      <>
        <PageHeader title="Template" back={templatesLink} />
        <Page>
          <NoTemplate isKnown={versions !== undefined} query={query} />
        </Page>
      </>
    );
  if (isEditing && (mode === 'copy' || shown.isCurrent))
    return <EditTemplate known={shown} isCopy={mode === 'copy'} onDone={onDone} />;
  return <TemplateView versions={versions} shown={shown} onDeleted={onDone} />;
}

function shownOf(versions: readonly TemplateVersion[] | undefined, version: number | undefined): TemplateVersion | undefined {
  return version === undefined ? versions?.[0] : versions?.find((each) => each.version === version);
}

type NoTemplateProps = {
  readonly isKnown: boolean;
  readonly query: { readonly error: unknown; readonly refetch: () => Promise<unknown> };
};

function NoTemplate({ isKnown, query: { error, refetch } }: NoTemplateProps) {
  if (isKnown) return <EmptyState title={FAILURES.NOT_FOUND.message}>It has no such version.</EmptyState>;
  if (error !== null) return <QueryFailure failure={error} onRetry={() => void refetch()} />;
  return <Skeleton card lines={8} />;
}
