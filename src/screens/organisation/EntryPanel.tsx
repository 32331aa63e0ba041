import type { ListEntry } from '#contract/organisation.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { Button } from '@mantine/core';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { EntryDialog } from './EntryDialog.tsx';
import { EndEntry } from './EndEntry.tsx';
import { ENTRY_WORDS, SHARED_LIST, type EntryKind } from './entry-words.ts';
import { EntryRow } from './EntryRow.tsx';
import styles from './organisation.module.css';

type EntryPanelProps = {
  readonly kind: EntryKind;
  readonly query: UseQueryOptions<ListEntry[], Error, ListEntry[], string[]>;
  readonly mayChange: boolean;
};

/** The subject of a dialog: an entry and an act; `null` for a new one. */
type Chosen = { readonly entry: ListEntry | null; readonly act: 'name' | 'end' };

/** A list that all organisations share: its entries are added, renamed, ended and offered again. */
export function EntryPanel({ kind, query, mayChange }: EntryPanelProps) {
  const { data, error, refetch } = useQuery(query);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const words = ENTRY_WORDS[kind];
  const close = () => setChosen(null);
  return (
    <Panel
      title={words.title}
      actions={
        mayChange && (
          <Button variant="subtle" onClick={() => setChosen({ entry: null, act: 'name' })}>
            {words.add}
          </Button>
        )
      }
    >
      <p className={styles.about}>
        {words.about} {mayChange ? 'All organisations share this list.' : SHARED_LIST}
      </p>
      {data === undefined && error === null && <Skeleton lines={4} />}
      {data === undefined && error !== null && <QueryFailure failure={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <ul className={styles.rows}>
          {data.map((entry) => (
            <EntryRow key={entry._id} name={entry.name} isEnded={entry.isEnded}>
              {mayChange && (
                <>
                  <Button variant="subtle" onClick={() => setChosen({ entry, act: 'name' })}>
                    Rename<span className="visually-hidden"> {entry.name}</span>
                  </Button>
                  <EndEntry kind={kind} entry={entry} onEnd={() => setChosen({ entry, act: 'end' })} />
                </>
              )}
            </EntryRow>
          ))}
        </ul>
      )}
      {chosen !== null && <EntryDialog kind={kind} entry={chosen.entry} act={chosen.act} onClose={close} />}
    </Panel>
  );
}
