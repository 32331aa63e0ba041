import type { ReactNode } from 'react';
import styles from './Page.module.css';

export type PageProps = {
  readonly children: ReactNode;
  /** For forms and reading: keeps lines under 70 characters. */
  readonly narrow?: boolean;
  /** Adds space on top when there is no PageHeader above. */
  readonly top?: boolean;
};

/** The content of a screen, with the house's margins and gaps. */
export function Page({ children, narrow = false, top = false }: PageProps) {
  return (
    <div className={styles.page} data-narrow={narrow || undefined} data-top={top || undefined}>
      {children}
    </div>
  );
}

/** Two columns: the work at the left, reference content at the right; stacked on narrow screens. */
export function Columns({ children, aside }: { readonly children: ReactNode; readonly aside: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{children}</div>
      <aside className={styles.column}>{aside}</aside>
    </div>
  );
}
