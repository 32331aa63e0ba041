import type { ConsentSummary } from '#contract/record-summary.ts';
import { whereInWords } from '#domain/state-words.ts';
import styles from './home.module.css';

/** The first procedure with its side in words, and how many more there are. */
export function ProcedureCell({ procedures }: { readonly procedures: ConsentSummary['procedures'] }) {
  const [first, ...more] = procedures;
  if (first === undefined) return <span className={styles.small}>No procedure chosen yet</span>;
  const where = whereInWords(first);
  return (
    <>
      {first.procedureName}
      <span className={styles.small}>
        {where !== '' && <span className={styles.where}>{where}</span>}
        {where !== '' && more.length > 0 && ' · '}
        {more.length > 0 && `and ${more.length} more`}
      </span>
    </>
  );
}
