import { durationWords } from '#domain/base/duration-words.ts';
import type { SentOutboxItem } from '#src/queries/client/outbox.ts';
import { useProduct } from '#src/queries/reference.ts';
import { paths } from '#src/paths.ts';
import { Link } from '#src/ui/Link.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { RECEIPT_LIFE } from '#src/queries/client/outbox.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { alikeWords, sentWords, whatWords, whoseWords } from './item-words.ts';
import styles from './outbox.module.css';
import { useNow } from './use-now.ts';

/** The number of rows shown before the person asks for all [choice]. */
const SENT_ROWS = 10;

/** The items that the server has acknowledged in the last seven days, the newest first. */
export function SentList({ items }: { readonly items: readonly SentOutboxItem[] }) {
  const [isWhole, setWhole] = useState(false);
  const { timeZone: zone } = useProduct();
  const now = useNow();
  const shown = isWhole ? items : items.slice(0, SENT_ROWS);
  const more = !isWhole && items.length > SENT_ROWS && (
    <Button variant="subtle" onClick={() => setWhole(true)}>
      Show all {items.length}
    </Button>
  );
  return (
    <Panel title={`Sent in the last ${durationWords(RECEIPT_LIFE)}`} actions={more} rows>
      {shown.map((item) => (
        <li className={styles.row} key={item.opId}>
          <span className={styles.what}>
            {whatWords(item)}
            <span className={styles.small}>{whoseWords(item.about.patient)}</span>
            {item.alike > 0 && <Link href={paths.patient(item.entityId).href}>{alikeWords(item.alike)}</Link>}
          </span>
          <StateChip tone="ok">{sentWords(item, { now, zone })}</StateChip>
        </li>
      ))}
    </Panel>
  );
}
