import type { ReactNode } from 'react';
import styles from './Disclosure.module.css';

type DisclosureProps = {
  readonly summary: string;
  readonly children: ReactNode;
  /** opens it: something in it is wrong. It is never closed again. */
  readonly isOpen?: boolean;
};

/** One line that opens to its text; several below each other are divided by a rule. */
export function Disclosure({ summary, children, isOpen = false }: DisclosureProps) {
  return (
    <details className={styles.entry} {...(isOpen && { open: true })}>
      <summary className={styles.summary}>{summary}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
