import type { ReactNode } from 'react';
import { Link } from './Link.tsx';
import styles from './RowLink.module.css';

/** Names the row it stands in, which is `position: relative`: the whole row is the link's target. */
export function RowLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link className={styles.link} href={href} data-row-link>
      {children}
    </Link>
  );
}
