import { paths } from '#src/paths.ts';
import { configOptions } from '#src/queries/reference.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Link } from '#src/ui/Link.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { useQuery } from '@tanstack/react-query';

/** Describes the app, its contacts and its kinds of signatures. */
export function About() {
  const { data } = useQuery(configOptions());
  const email = data?.product.supportEmail ?? '';
  return (
    <>
      <PageHeader
        title={`About ${data?.product.name ?? 'this app'}`}
        about="Digital consent forms: signed at the bedside, sealed, and verifiable."
        back={{ href: paths.profile.href, label: 'Your profile' }}
      />
      <Page narrow>
        <Panel title="This installation">
          <DefinitionList
            items={[
              { term: 'Version', value: data?.API_VERSION },
              { term: 'Support', value: email === '' ? null : <a href={`mailto:${email}`}>{email}</a> },
              { term: 'Time zone', value: data?.settings.timeZone },
              { term: 'Data', value: data?.settings.isDemo === true ? 'Demo data: no real patients' : 'Real patients' },
            ]}
          />
        </Panel>
        <Panel title="Help">
          <p>
            <Link href={paths.faqs.href}>Questions and answers</Link>
          </p>
          <p>
            <Link href={paths.blankForms.href}>Blank forms to print</Link>
          </p>
          <p>
            <Link href={paths.terms.href}>Terms of use</Link>
          </p>
        </Panel>
        <Panel title="Signatures and seal">
          <p>
            Each signature is a simple electronic signature. When everybody has signed, the form becomes a PDF with the hospital’s
            seal. The seal makes any later change visible.
          </p>
          <p>
            Anyone who holds a signed form can check it: <Link href={paths.verify.href}>Check a signed form</Link>.
          </p>
        </Panel>
      </Page>
    </>
  );
}
