import { useQuery } from '@tanstack/react-query';
import { FAILURES } from '#domain/base/messages.ts';
import { mayMessagePatients } from '#domain/organisation/message-setup.ts';
import { paths } from '#src/paths.ts';
import { organisationOptions } from '#src/queries/organisation.ts';
import { useMay } from '#src/session/permissions.ts';
import { Link } from '#src/ui/Link.tsx';
import { Notice } from '#src/ui/Notice.tsx';

/** Whether a link may go by mail, as far as this page knows: where it does not, the server answers. */
export function useMayMail(): boolean {
  const { data } = useQuery(organisationOptions());
  return data === undefined || mayMessagePatients(data.setup);
}

/** Says before anybody tries that no mail goes to signers yet, and what to do. Nothing where it does. */
export function MailSetupNotice() {
  const mayMail = useMayMail();
  const mayManage = useMay('organisation.manage');
  if (mayMail) return null;
  return (
    <Notice
      tone="warn"
      title={FAILURES.SETUP_NEEDED.message}
      {...(mayManage && { action: <Link href={paths.organisation.href}>Add them now</Link> })}
    >
      <p>Signing on this tablet, a code on the screen and paper work meanwhile.</p>
    </Notice>
  );
}
