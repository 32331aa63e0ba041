import { longTime } from '#domain/plain-date.ts';
import type { PatientDetails } from '#src/queries/patients.ts';
import { useProduct } from '#src/queries/reference.ts';
import { Link } from '#src/ui/Link.tsx';
import { Notice } from '#src/ui/Notice.tsx';

/** Over what only this tablet could tell: how old it is, because what others did since may be missing in it. */
export function HereNotice({ here }: Pick<PatientDetails, 'here'>) {
  const { timeZone } = useProduct();
  if (here === null) return null;
  return (
    <Notice tone="info" title="The server cannot be reached">
      <p>
        {here.knownAt === null
          ? 'You see what is saved on this tablet.'
          : `You see what this tablet knew on ${longTime(new Date(here.knownAt).toISOString(), timeZone)}.`}
      </p>
    </Notice>
  );
}

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
