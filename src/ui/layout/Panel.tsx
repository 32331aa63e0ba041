import { useId, type ReactNode } from 'react';
import styles from './Panel.module.css';

export type PanelProps = {
  readonly title?: string;
  /** Quiet buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** The children are rows with a line between them (use `<li>`), not one body. */
  readonly rows?: boolean;
};

/** A card. With a title it is a region that screen readers can jump to. */
export function Panel({ title, actions, children, rows = false }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          {actions}
        </div>
      )}
      {rows ? <ul className={styles.rows}>{children}</ul> : <div className={styles.body}>{children}</div>}
    </section>
  );
}
