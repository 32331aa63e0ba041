import type { ReactNode } from 'react';
import { Icon } from '#src/ui/theme/Icon.tsx';
import styles from './Notice.module.css';
import { toneIcon, type Tone } from '#src/ui/theme/tone.ts';

export type NoticeProps = {
  readonly tone?: Tone;
  readonly title?: string;
  readonly children?: ReactNode;
  /** The next step, if there is one. */
  readonly action?: ReactNode;
  /** Read out when it appears: for events of this moment, not for permanent notes. */
  readonly live?: boolean;
};

/** A coloured note inside a page: a warning, a refusal or information. */
export function Notice({ tone = 'info', title, children, action, live = false }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={live ? 'status' : undefined}>
      <Icon name={toneIcon[tone]} size={1.375} />
      <div className={styles.words}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}
