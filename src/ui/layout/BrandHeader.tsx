import type { ReactNode } from 'react';
import styles from './BrandHeader.module.css';
import { Logo } from './Logo.tsx';

/** The product's mark and name, above screens without navigation. */
export function BrandHeader({ product }: { readonly product: ReactNode }) {
  return (
    <header className={styles.header}>
      <Logo size={2.25} />
      <span>{product}</span>
    </header>
  );
}
