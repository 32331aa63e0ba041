import type { ReactNode } from 'react';
import type { Href } from '#src/ui/href.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Link } from '#src/ui/Link.tsx';
import styles from './PageHeader.module.css';

export type PageHeaderProps = {
  readonly title: string;
  /** One sentence under the title. */
  readonly about?: ReactNode;
  readonly back?: { readonly href: Href; readonly label: string } | undefined;
  /** A SearchBox, beside the title if there is room. */
  readonly search?: ReactNode;
  /** State chips and the screen's one filled button, at the right. */
  readonly actions?: ReactNode;
};

/** The screen's only `h1`, with the way back, its search and its next step. */
export function PageHeader({ title, about, back, search, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.titles}>
        {back && (
          <Link className={styles.back} href={back.href}>
            <Icon name="back" />
            {back.label}
          </Link>
        )}
        <h1>{title}</h1>
        {about !== undefined && <div className={styles.about}>{about}</div>}
      </div>
      {search !== undefined && <div className={styles.search}>{search}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
