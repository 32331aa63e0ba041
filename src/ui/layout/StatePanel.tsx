import type { ReactNode } from 'react';
import { Icon } from '#src/ui/theme/Icon.tsx';
import type { IconName } from '#src/ui/theme/icon-paths.ts';
import styles from './StatePanel.module.css';
import type { Tone } from '#src/ui/theme/tone.ts';

export type StatePanelProps = {
  readonly icon: IconName;
  readonly tone?: Tone;
  readonly title: string;
  /** One or two plain sentences. */
  readonly children?: ReactNode;
  /** The next step. */
  readonly action?: ReactNode;
  /** Read out when it appears. */
  readonly live?: boolean;
};

/** Replaces missing content, says why it is missing, and what to do next. */
export function StatePanel({ icon, tone = 'plain', title, children, action, live = false }: StatePanelProps) {
  return (
    <section className={styles.panel} role={live ? 'status' : undefined}>
      <span className={styles.icon} data-tone={tone}>
        <Icon name={icon} size={1.75} />
      </span>
      <h2>{title}</h2>
      {children !== undefined && <div className={styles.words}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </section>
  );
}
