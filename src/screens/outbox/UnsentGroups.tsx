import { shortDate } from '#domain/values/plain-date.ts';
import { paths } from '#src/paths.ts';
import type { UnsentItem } from '#src/queries/client/outbox.ts';
import { useProduct } from '#src/queries/reference.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { RowLink } from '#src/ui/layout/RowLink.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { ageWords, groupsOf, isOld, momentWords, stateWords, STOPPED_WORDS, whatWords, whoseWords } from './item-words.ts';
import styles from './outbox.module.css';
import { useNow } from './use-now.ts';

type UnsentGroupsProps = {
  readonly items: readonly UnsentItem[];
  /** Whether a row links to its item; at a sign-out it does not. */
  readonly opens?: boolean;
};

/** Unsent items by patient, the oldest first: kind, time and state of each. */
export function UnsentGroups({ items, opens = false }: UnsentGroupsProps) {
  const now = useNow();
  return groupsOf(items).map(({ patient, items: own }) => (
    <Panel
      key={patient?.id ?? 'unknown'}
      title={whoseWords(patient)}
      {...(patient !== null && { actions: <span className={styles.born}>Born {shortDate(patient.dateOfBirth)}</span> })}
      rows
    >
      {own.map((item) => (
        <Row key={item.opId} item={item} now={now} opens={opens} />
      ))}
    </Panel>
  ));
}

function Row({ item, now, opens }: { readonly item: UnsentItem; readonly now: number; readonly opens: boolean }) {
  const { timeZone } = useProduct();
  const { tone, words } = stateWords(item.state);
  const what = whatWords(item);
  const made = momentWords(Date.parse(item.capturedAt), { now, zone: timeZone });
  const age = ageWords(item.capturedAt, now);
  return (
    <li className={styles.row} data-opens={opens || undefined}>
      <span className={styles.what}>
        {opens ? <RowLink href={paths.outboxItem(item.opId).href}>{what}</RowLink> : <strong>{what}</strong>}
        <span className={styles.small}>
          Made {made} · {age}
        </span>
        {item.state === 'stopped' && <span className={styles.small}>{STOPPED_WORDS.title}</span>}
        {item.error !== null && <span className={styles.small}>{item.error.message}</span>}
      </span>
      <span className={styles.chips}>
        {isOld(item.capturedAt, now) && <StateChip tone="warn">More than a day old</StateChip>}
        <StateChip tone={tone}>{words}</StateChip>
      </span>
      {opens && (
        <span className={styles.mark} aria-hidden="true">
          <Icon name="next" />
        </span>
      )}
    </li>
  );
}
