import type { ReactNode } from 'react';
import styles from './DefinitionList.module.css';

/** A label and its value; an empty value reads 'Not Available' (spec §2). `action` is a "Change" link on check pages. */
export type Definition = { readonly term: string; readonly value: ReactNode; readonly action?: ReactNode };

/** Facts about one thing, label beside value; a label may come again, as of two people. */
export function DefinitionList({ items }: { readonly items: readonly Definition[] }) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, value, action }, at) => (
        <div className={styles.pair} key={`${at} ${term}`}>
          <dt>{term}</dt>
          <dd className={isEmpty(value) ? styles.none : 'num'}>{isEmpty(value) ? 'Not Available' : value}</dd>
          {action !== undefined && <dd>{action}</dd>}
        </div>
      ))}
    </dl>
  );
}

function isEmpty(value: ReactNode): boolean {
  return value === undefined || value === null || value === '';
}
