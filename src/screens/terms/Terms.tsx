import { paths } from '#src/paths.ts';
import { TermsText } from '#src/screens/account/TermsText.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';

/** The terms of use, to read again. */
export function Terms() {
  return (
    <>
      <PageHeader title="Terms of use" back={{ href: paths.profile.href, label: 'Your profile' }} />
      <Page narrow>
        <Panel>
          <TermsText />
        </Panel>
      </Page>
    </>
  );
}
