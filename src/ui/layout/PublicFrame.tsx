import { BrandHeader } from './BrandHeader.tsx';
import type { ReactNode } from 'react';
import styles from './PublicFrame.module.css';

/** The product's name and one column, for screens that need no session. */
export function PublicFrame({ product, children }: { readonly product: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <BrandHeader product={product} />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
