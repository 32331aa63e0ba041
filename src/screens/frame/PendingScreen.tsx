import { Page } from '#src/ui/Page.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';

/** Stands where a screen will be while its code comes. */
export function PendingScreen() {
  return (
    <Page top>
      <Skeleton card lines={5} />
    </Page>
  );
}
