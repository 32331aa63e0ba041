import type { ReactNode } from 'react';
import type { Href } from '#src/ui/href.ts';
import { Link } from '#src/ui/Link.tsx';
import styles from './RowLink.module.css';

/** Names its row, which is `position: relative`: the full row is the link's target. */
export function RowLink({ href, children }: { readonly href: Href; readonly children: ReactNode }) {
  return (
    <Link className={styles.link} href={href} data-row-link>
      {children}
    </Link>
  );
}
