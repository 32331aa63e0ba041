import type { ReactNode } from 'react';
import styles from './Disclosure.module.css';

type DisclosureProps = { readonly summary: string; readonly children: ReactNode };

/** One line that opens to its text; several below each other are divided by a rule. */
export function Disclosure({ summary, children }: DisclosureProps) {
  return (
    <details className={styles.entry}>
      <summary className={styles.summary}>{summary}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
