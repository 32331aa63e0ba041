import { TermsText } from '#src/screens/account/TermsText.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Panel } from '#src/ui/Panel.tsx';

/** The terms, to be read again. */
export function Terms() {
  return (
    <>
      <PageHeader title="Terms of use" back={{ href: '/profile', label: 'Your profile' }} />
      <Page narrow>
        <Panel>
          <TermsText />
        </Panel>
      </Page>
    </>
  );
}
