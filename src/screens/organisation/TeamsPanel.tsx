import type { ListEntry } from '#contract/organisation.ts';
import type { TeamMailbox } from '#domain/notifications/message-wishes.ts';
import { specialityListOptions } from '#src/queries/organisation.ts';
import { teamMailboxesOptions } from '#src/queries/message-wishes.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EntryRow } from './EntryRow.tsx';
import styles from './organisation.module.css';
import { TeamDialog } from './TeamDialog.tsx';

/** The speciality whose mailbox is set, with the one before. */
type Chosen = { readonly speciality: ListEntry; readonly before: TeamMailbox | undefined };

/** The mailbox of each speciality: it hears of what must not wait for one person. */
export function TeamsPanel() {
  const specialities = useQuery(specialityListOptions());
  const teams = useQuery(teamMailboxesOptions());
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const failed = specialities.isError ? specialities : teams.isError ? teams : null;
  const rows = (specialities.data ?? []).map((speciality) => ({
    speciality,
    team: teams.data?.find(({ specialityID }) => specialityID === speciality._id),
  }));
  const shown = rows.filter(({ speciality, team }) => !speciality.isEnded || team !== undefined);
  return (
    <Panel title="Team mailboxes">
      <p className={styles.about}>
        A team is mailed when a consent is taken back, when a listed case is not ready, and when an operation is near and nobody
        sees to what waits. The mail names no patient.
      </p>
      {failed !== null && <QueryFailure failure={failed.error} onRetry={() => void failed.refetch()} />}
      {failed === null && (specialities.data === undefined || teams.data === undefined) && <Skeleton lines={4} />}
      {teams.data !== undefined && specialities.data !== undefined && (
        <ul className={styles.rows}>
          {shown.map(({ speciality, team }) => (
            <EntryRow
              key={speciality._id}
              name={speciality.name}
              about={team === undefined ? 'No mailbox' : `${team.name}, ${team.email}`}
              isEnded={speciality.isEnded}
            >
              <Button variant="subtle" onClick={() => setChosen({ speciality, before: team })}>
                {team === undefined ? 'Set a mailbox' : 'Change'}
                <span className="visually-hidden"> for {speciality.name}</span>
              </Button>
            </EntryRow>
          ))}
        </ul>
      )}
      {chosen !== null && <TeamDialog {...chosen} onClose={() => setChosen(null)} />}
    </Panel>
  );
}
