import { useProduct } from '#src/queries/reference.ts';
import { Logo } from '#src/ui/Logo.tsx';
import type { ReactNode } from 'react';
import styles from './PublicFrame.module.css';

/** The product's name and one column, for screens that need no session. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  const { name } = useProduct();
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Logo size={2.25} />
        <span>{name}</span>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
