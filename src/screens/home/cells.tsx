import type { ConsentSummary } from '#contract/shapes/record-summary.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { listedSideWords } from '#domain/cases/state-words.ts';
import styles from './home.module.css';

/** Marks a row that is older than the list: the time of this tablet's last fetch of it (epoch ms). */
export function SeenAt({ at, zone }: { readonly at: number | undefined; readonly zone: string }) {
  if (at === undefined) return null;
  return <span className={styles.small}>As it was on {longTime(new Date(at).toISOString(), zone)}</span>;
}

type ProcedureCellProps = Pick<ConsentSummary, 'procedures' | 'caseNumber'>;

/** The first procedure with its side in words, the number of the others, and the number of the case where it has one. */
export function ProcedureCell({ procedures, caseNumber = null }: ProcedureCellProps) {
  return (
    <>
      <Procedures procedures={procedures} />
      {caseNumber !== null && <span className={`${styles.small} num`}>{caseNumber}</span>}
    </>
  );
}

function Procedures({ procedures }: Pick<ConsentSummary, 'procedures'>) {
  const [first, ...more] = procedures;
  if (first === undefined) return <span className={styles.small}>No procedure chosen yet</span>;
  const where = listedSideWords(first);
  return (
    <>
      {first.procedureName}
      {where !== '' && (
        <>
          , <span className={styles.where}>{where}</span>
        </>
      )}
      {more.length > 0 && <span className={styles.small}>and {more.length} more</span>}
    </>
  );
}
