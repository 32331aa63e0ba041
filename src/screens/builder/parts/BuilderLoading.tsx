import { Page } from '#src/ui/layout/Page.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';

/** The builder while its draft is being found. */
export function BuilderLoading() {
  return (
    <Page top>
      <h1 className="visually-hidden">Consent form</h1>
      <Skeleton lines={8} card />
    </Page>
  );
}
