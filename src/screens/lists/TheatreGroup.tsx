import { useMay } from '#src/session/permissions.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DoneListModal } from './DoneListModal.tsx';
import { isDoneRow, mayBeDone } from './done-rows.ts';
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
  const mayEnd = useMay('consents.confirm');
  const [isAsking, setAsking] = useState(false);
  const open = cases.filter((each) => mayBeDone(each, today));
  const done = cases.filter(isDoneRow).length;
  return (
    <section className={styles.group} aria-labelledby={`group-${key}`}>
      <h2 id={`group-${key}`}>
        {theatre ?? 'No theatre given'}
        {hasDate && <small>{dayWords(date)}</small>}
        <span className="num">
          {ready} of {cases.length} ready{done > 0 && `, ${done} done`}
        </span>
      </h2>
      <ul className={styles.rows}>
        {cases.map((each) => (
          <TheatreCaseRow key={each.recordID} of={each} today={today} mayEnd={mayEnd} />
        ))}
      </ul>
      {mayEnd && open.length > 1 && (
        <p className={styles.rest}>
          <Button variant="default" onClick={() => setAsking(true)}>
            Mark the rest as done
          </Button>
        </p>
      )}
      {isAsking && <DoneListModal date={date} cases={open} onClose={() => setAsking(false)} />}
    </section>
  );
}
