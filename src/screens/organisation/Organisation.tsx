import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { organisationOptions } from '#src/queries/organisation.ts';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { OrganisationEditor } from './OrganisationEditor.tsx';

/** The own organisation, and the lists that its administrators look after. */
export function Organisation() {
  // Cached details may have changed since: the form begins with the server's answer.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...organisationOptions(), refetchOnMount: 'always' });
  if (data !== undefined && isFetchedAfterMount) return <OrganisationEditor first={data} />;
  return (
    <>
      <PageHeader title="Organisation" />
      <Page>
        {error === null ? <Skeleton lines={8} card /> : <QueryFailure failure={error} onRetry={() => void refetch()} />}
      </Page>
    </>
  );
}
