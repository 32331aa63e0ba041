import { LIST_WORDS, mayList } from '#domain/listed.ts';
import { longDate } from '#domain/plain-date.ts';
import type { SeenConsent, SeenRecordSummary } from '#src/queries/records.ts';
import { DefinitionList } from '#src/ui/DefinitionList.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './cases.module.css';
import { ListModal } from './ListModal.tsx';

type Props = { readonly record: SeenRecordSummary; readonly consent: SeenConsent; readonly mayWrite: boolean };

/** Where the case is listed for surgery, and the quiet way to say so. */
export function ListedPanel({ record, consent, mayWrite }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { listed } = record;
  const isOffered = mayWrite && listed !== undefined && (listed !== null || mayList(record.status));
  if (!isOffered && listed === null) return null;
  return (
    <Panel
      title="Listed for surgery"
      actions={
        isOffered && (
          <Button variant="default" size="sm" onClick={() => setIsOpen(true)}>
            {listed === null ? 'List for surgery' : 'Change'}
          </Button>
        )
      }
    >
      {listed === undefined && (
        <p className={styles.small}>This tablet does not know it. It is shown once the server is reached.</p>
      )}
      {listed === null && <p className={styles.small}>Not on a list.</p>}
      {listed != null && (
        <DefinitionList
          items={[
            { term: 'Date', value: longDate(listed.date) },
            { term: 'Theatre', value: listed.theatre ?? 'Not said' },
            { term: 'List', value: LIST_WORDS[listed.listType] },
          ]}
        />
      )}
      {isOpen && <ListModal record={record} consent={consent} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}
