import { dayWords } from './list-days.ts';
import type { ListGroup } from './list-groups.ts';
import styles from './lists.module.css';
import { TheatreCaseRow } from './TheatreCaseRow.tsx';

type Props = {
  readonly group: ListGroup;
  /** The list has several days: the heading names this one. */
  readonly hasDate: boolean;
  /** plain date */
  readonly today: string;
};

/** The cases of one theatre on one day, and how many of them may begin. */
export function TheatreGroup({ group: { key, date, theatre, cases, ready }, hasDate, today }: Props) {
  return (
    <section className={styles.group} aria-labelledby={`group-${key}`}>
      <h2 id={`group-${key}`}>
        {theatre ?? 'No theatre given'}
        {hasDate && <small>{dayWords(date)}</small>}
        <span className="num">
          {ready} of {cases.length} ready
        </span>
      </h2>
      <ul className={styles.rows}>
        {cases.map((each) => (
          <TheatreCaseRow key={each.recordID} of={each} today={today} />
        ))}
      </ul>
    </section>
  );
}
