import { Page } from '#src/ui/Page.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';

/** Placeholder of a screen while its code loads. */
export function PendingScreen() {
  return (
    <Page top>
      <Skeleton card lines={5} />
    </Page>
  );
}
