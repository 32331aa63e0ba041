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

type ColumnsProps = {
  readonly children: ReactNode;
  readonly aside: ReactNode;
  /** On a narrow screen the aside stands above: it holds work to be done, not reference. */
  readonly isAsideFirst?: boolean;
};

/** Two columns: the work at the left, reference content at the right; stacked on narrow screens. */
export function Columns({ children, aside, isAsideFirst = false }: ColumnsProps) {
  const side = <aside className={styles.column}>{aside}</aside>;
  return (
    <div className={styles.columns} data-aside-first={isAsideFirst || undefined}>
      {isAsideFirst && side}
      <div className={styles.column}>{children}</div>
      {!isAsideFirst && side}
    </div>
  );
}
