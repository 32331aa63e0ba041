import type { PatientDetails } from '#src/queries/patients.ts';
import { Link } from '#src/ui/Link.tsx';
import { Notice } from '#src/ui/Notice.tsx';

/** Says of one patient that the server does not have all of it yet. */
export function UnsentNotice({ isStopped }: Pick<PatientDetails, 'isStopped'>) {
  return (
    <Notice
      tone={isStopped ? 'warn' : 'info'}
      title={isStopped ? 'Needs you' : 'Saved on this tablet'}
      action={<Link href="/outbox">{isStopped ? 'Look at it' : 'See what waits'}</Link>}
    >
      <p>
        {isStopped
          ? 'What was written is saved on this tablet. It cannot be sent until you have looked at it.'
          : 'Waiting to send. This happens by itself when the server can be reached.'}
      </p>
    </Notice>
  );
}
