import type { ReactNode } from 'react';
import type { CapacityLine } from '#domain/capacity/capacity-line.ts';
import styles from './FactSections.module.css';
import layout from './layout.module.css';

type Props = {
  readonly lines: readonly CapacityLine[];
  /** The sentence where there are none. */
  readonly none?: string;
};

/** Answers in words, label beside answer; those that nobody may miss stand in a box. */
export function FactLines({ lines, none }: Props) {
  if (lines.length === 0 && none !== undefined) return <p className={layout.hint}>{none}</p>;
  // Two notes may have one label and even the same words: their place is their key.
  return (
    <dl className={styles.lines}>
      {lines.map(({ label, text, isBoxed }, at) => (
        <div key={at} className={styles.pair} data-boxed={isBoxed || undefined}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A closed section of such answers. */
export function FactSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className={styles.section}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
