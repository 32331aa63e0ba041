import type { ReactNode } from 'react';
import styles from './builder.module.css';

/** A step's own heading, with a note beside it and its quiet buttons at the right. */
export function StepHeading({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.heading}>
      <h2>{title}</h2>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      {children !== undefined && <div className={styles.headingActions}>{children}</div>}
    </div>
  );
}
