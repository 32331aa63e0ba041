import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { useSession } from '#src/session/session.ts';
import styles from '../cases.module.css';
import { ASK_ONE_MORE } from './invite-words.ts';
import { rolesToInvite } from './link-way.ts';

const InviteModal = lazy(async () => ({ default: (await import('./InviteModal.tsx')).InviteModal }));

type Props = {
  readonly consent: ConsentView;
  readonly patient: RecordSummary['patient'];
  readonly timeZone: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

/** Offers to ask one more person to sign, where the form still has room for one, and nothing where it has none. */
export function InviteAct({ consent, patient, timeZone, isOpen, onOpen }: Props) {
  const permissions = useSession()?.user.permissions ?? [];
  const isServerHere = useServerStatus() === 'here';
  const roles = rolesToInvite(consent, permissions);
  // An open dialog stays: it tells who was added, and the form may have no more room then.
  if (roles.length === 0 && !isOpen) return null;
  return (
    <li>
      <div className={styles.linkActs}>
        <Button size="sm" variant="default" disabled={!isServerHere} onClick={() => onOpen(true)}>
          {ASK_ONE_MORE}
        </Button>
      </div>
      {!isServerHere && <p className={styles.small}>Adding a person needs the network, and the server cannot be reached.</p>}
      {isOpen && (
        <Suspense>
          <InviteModal
            consent={consent}
            patient={patient}
            timeZone={timeZone}
            roles={roles}
            mayMailProtected={permissions.includes('patients.write')}
            onClose={() => onOpen(false)}
          />
        </Suspense>
      )}
    </li>
  );
}
