import { PLACEHOLDER_ORGANISATION } from '#domain/organisation/organisation.ts';
import { paths } from '#src/paths.ts';
import { useMay } from '#src/session/permissions.ts';
import { useSession } from '#src/session/session.ts';
import { Link } from '#src/ui/Link.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';

/** Asks an administrator for the name of a hospital that has none: every document would bear the placeholder. */
export function NoNameNotice() {
  const mayManage = useMay('organisation.manage');
  const name = useSession()?.user.organisation[0]?.name;
  if (!mayManage || name !== PLACEHOLDER_ORGANISATION) return null;
  return (
    <Page>
      <Notice
        tone="warn"
        title="Your hospital has no name yet"
        action={<Link href={paths.organisation.href}>Give it a name</Link>}
      >
        <p>Until then documents and links to patients say “{PLACEHOLDER_ORGANISATION}”.</p>
      </Notice>
    </Page>
  );
}
