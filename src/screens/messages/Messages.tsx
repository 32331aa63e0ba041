import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { messageSettingsOptions } from '#src/queries/messages.ts';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { MessagesEditor } from './MessagesEditor.tsx';

/** The ways by which links, reminders and news reach people who sign. */
export function Messages() {
  // Cached settings may have changed since: the form begins with the server's answer.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...messageSettingsOptions(), refetchOnMount: 'always' });
  if (data !== undefined && isFetchedAfterMount) return <MessagesEditor first={data} latest={data} />;
  return (
    <>
      <PageHeader title="Messages" />
      <Page>
        {error === null ? <Skeleton lines={8} card /> : <QueryFailure failure={error} onRetry={() => void refetch()} />}
      </Page>
    </>
  );
}
