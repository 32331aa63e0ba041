import type { ReactNode } from 'react';
import styles from './Timeline.module.css';
import type { Tone } from '#src/ui/theme/tone.ts';

/** One event. `when` is formatted, with its zone: "6 August 2026, 14:05 BST". */
export type TimelineItem = {
  readonly id: string;
  readonly title: string;
  readonly when: string;
  readonly who?: string | undefined;
  readonly detail?: ReactNode;
  readonly tone?: Tone;
};

/** Events, in the order given. */
export function Timeline({ items, label }: { readonly items: readonly TimelineItem[]; readonly label: string }) {
  return (
    <ol className={styles.list} aria-label={label}>
      {items.map((item) => (
        <li className={styles.item} key={item.id}>
          <span className={styles.dot} data-tone={item.tone ?? 'plain'} />
          <p className={styles.title}>{item.title}</p>
          <p className={styles.when}>
            {item.when}
            {item.who !== undefined && ` · ${item.who}`}
          </p>
          {item.detail !== undefined && <div className={styles.detail}>{item.detail}</div>}
        </li>
      ))}
    </ol>
  );
}
