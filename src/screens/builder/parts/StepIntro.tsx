import type { ReactNode } from 'react';
import styles from '../capacity/capacity.module.css';

/** The question of a whole step, and what the law says about it. */
export function StepIntro({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.intro}>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}
