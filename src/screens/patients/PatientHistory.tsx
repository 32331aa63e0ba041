import { longTime } from '#domain/values/plain-date.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { useOnline } from '#src/notices/use-online.ts';
import { paths } from '#src/paths.ts';
import { patientHistoryOptions, type PatientHistoryEntry } from '#src/queries/patient-history.ts';
import { useProduct } from '#src/queries/reference.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Link } from '#src/ui/Link.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { Timeline } from '#src/ui/clinical/Timeline.tsx';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { historyWords } from './history-words.ts';
import styles from './patients.module.css';

/** The changes of a patient's details. Nothing is read before it is opened. */
export function PatientHistory({ id }: { readonly id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel
      title="Changes of the details"
      actions={
        <Button variant="subtle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide the changes' : 'Show the changes'}
        </Button>
      }
    >
      {isOpen ? <History id={id} /> : <p>Who changed these details, when, and from what to what.</p>}
    </Panel>
  );
}

function History({ id }: { readonly id: string }) {
  const isOnline = useOnline();
  const { timeZone } = useProduct();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...patientHistoryOptions(id),
    enabled: isOnline,
  });
  if (data === undefined && !isOnline)
    return <p>The changes are on the server, and no tablet stores them. They can be read as soon as there is a network.</p>;
  if (data === undefined)
    return error === null ? <Skeleton lines={4} /> : <QueryFailure failure={error} onRetry={() => void refetch()} />;
  const entries = data.pages.flatMap(({ records }) => records);
  const oldest = entries.at(-1);
  const hasStart = oldest?.kind === 'CREATED' || oldest?.kind === 'IMPORTED';
  const isCut = data.pages.some(({ isIntact }) => !isIntact);
  return (
    <div className={styles.stack}>
      {isCut && (
        <Notice tone="stop" title="The latest changes are missing or were altered">
          Please tell your administrator.
        </Notice>
      )}
      {entries.length > 0 && (
        <Timeline label="Changes of the details, newest first" items={entries.map((entry) => itemOf(entry, timeZone))} />
      )}
      {error !== null && <QueryFailure failure={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && error === null && (
        <div>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier changes
          </Button>
        </div>
      )}
      {!hasNextPage && !hasStart && <p className={styles.small}>Earlier changes were made before they were recorded here.</p>}
    </div>
  );
}

function itemOf(entry: PatientHistoryEntry, zone: string) {
  const { title, who, lines, isIntact } = historyWords(entry, zone);
  return {
    id: String(entry.seq),
    title,
    when: longTime(entry.at, zone),
    who,
    tone: isIntact ? ('plain' as const) : ('stop' as const),
    detail: (
      <>
        {lines.map((line, at) => (
          // A line may come twice; its place names it.
          <p key={at}>{line}</p>
        ))}
        {entry.otherId !== undefined && (
          <p>
            <Link href={paths.patient(entry.otherId).href}>Open the other record</Link>
          </p>
        )}
      </>
    ),
  };
}
