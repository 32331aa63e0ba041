import type { ReactNode } from 'react';
import styles from './Lines.module.css';

/** The line of an entry that readers look for first, such as a name. */
export function StrongLine({ children }: { readonly children: ReactNode }) {
  return <span className={styles.strong}>{children}</span>;
}

type QuietLineProps = {
  readonly children: ReactNode;
  /** digits of one width, for numbers and dates */
  readonly isNumber?: boolean;
  /** a long word, such as an email address, is broken rather than wider than its column */
  readonly breaksWords?: boolean;
};

/** A second line with details, in smaller letters. */
export function QuietLine({ children, isNumber = false, breaksWords = false }: QuietLineProps) {
  const names = [styles.quiet, isNumber && 'num', breaksWords && styles.breaking];
  return <span className={names.filter((name) => name !== false).join(' ')}>{children}</span>;
}
