import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { useRouterState } from '@tanstack/react-router';

/** Placeholder of a screen while its code loads, under the screen's own name. */
export function PendingScreen() {
  const title = useRouterState({
    select: ({ matches, location }) => {
      const titled = matches.at(-1)?.staticData.title;
      return typeof titled === 'function' ? titled(location.search) : titled;
    },
  });
  return (
    <>
      {title !== undefined && <PageHeader title={title} />}
      <Page top={title === undefined}>
        <Skeleton card lines={5} />
      </Page>
    </>
  );
}
