import { BrandHeader } from './BrandHeader.tsx';
import type { ReactNode } from 'react';
import styles from './PublicFrame.module.css';

type PublicFrameProps = {
  readonly product: ReactNode;
  /** below everything: privacy notice, accessibility statement, telephone */
  readonly foot: ReactNode;
  readonly children: ReactNode;
};

/** The product's name, one column and a foot, for screens that need no session. */
export function PublicFrame({ product, foot, children }: PublicFrameProps) {
  return (
    <div className={styles.frame}>
      <BrandHeader product={product} />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {foot}
    </div>
  );
}
