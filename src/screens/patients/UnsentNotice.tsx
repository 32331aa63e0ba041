import { paths } from '#src/paths.ts';
import type { PatientDetails } from '#src/queries/patients.ts';
import { Link } from '#src/ui/Link.tsx';
import { Notice } from '#src/ui/Notice.tsx';

/** States that the server does not have all of this patient yet. */
export function UnsentNotice({ isBlocked }: Pick<PatientDetails, 'isBlocked'>) {
  return (
    <Notice
      tone={isBlocked ? 'warn' : 'info'}
      title={isBlocked ? 'Needs you' : 'Saved on this tablet'}
      action={<Link href={paths.outbox.href}>{isBlocked ? 'Look at it' : 'See what waits'}</Link>}
    >
      <p>
        {isBlocked
          ? 'What was written is saved on this tablet. It cannot be sent until you have looked at it.'
          : 'Waiting to send. This happens by itself when the server can be reached.'}
      </p>
    </Notice>
  );
}
