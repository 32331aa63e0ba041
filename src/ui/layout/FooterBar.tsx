import type { ReactNode } from 'react';
import styles from './FooterBar.module.css';

export type FooterBarProps = {
  /** A live StateChip: "Saved on this tablet 14:02". */
  readonly state?: ReactNode;
  /** Outlined buttons first, the one filled button last. */
  readonly children: ReactNode;
};

/** A screen's buttons, always in reach at the bottom right, with the save state at the left. */
export function FooterBar({ state, children }: FooterBarProps) {
  return (
    <div className={styles.bar} data-footer-bar>
      {state}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
