import { useQuery } from '@tanstack/react-query';
import { SAFETY_KIND_WORDS, SAFETY_STATE_WORDS } from '#domain/safety/safety-report.ts';
import { ownReportsOptions } from '#src/queries/safety.ts';
import styles from './help.module.css';

/** The safety problems that the person signed in has reported, with the answers. Nothing while there are none. */
export function OwnReports() {
  const { data = [] } = useQuery(ownReportsOptions());
  if (data.length === 0) return null;
  return (
    <section>
      <h3>Safety problems that you reported</h3>
      <ul className={styles.reports}>
        {data.map(({ id, number, kind, state, answer }) => (
          <li key={id}>
            <strong>
              {number}, {SAFETY_KIND_WORDS[kind]}
            </strong>
            : {SAFETY_STATE_WORDS[state]}.{answer !== null && <p>{answer}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
