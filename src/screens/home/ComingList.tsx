import { LIST_WORDS } from '#domain/listed.ts';
import { shortDate } from '#domain/plain-date.ts';
import { useComingList, type SeenListed } from '#src/queries/listed.ts';
import { useToday } from '#src/queries/use-today.ts';
import { DataTable, type Column } from '#src/ui/DataTable.tsx';
import { PatientCell } from '#src/ui/PatientCells.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import type { Tone } from '#src/ui/tone.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ProcedureCell } from './cells.tsx';
import styles from './home.module.css';

/** So many rows stand there at first [choice]. */
const FIRST = 5;

/** What this person operates on today and in the days to come; nothing where nothing is listed. */
export function ComingList() {
  const today = useToday();
  const [isWhole, setIsWhole] = useState(false);
  const data = useComingList(today);
  if (data.length === 0) return null;
  const rows = isWhole ? data : data.slice(0, FIRST);
  return (
    <section className={styles.coming} aria-labelledby="coming-list">
      <h2 id="coming-list">Today’s and coming list</h2>
      <DataTable
        label="Today’s and coming list"
        columns={columnsOn(today)}
        rows={rows}
        rowKey={({ recordID }) => recordID}
        rowHref={({ recordID }) => `/consent?id=${recordID}`}
        empty={null}
      />
      {rows.length < data.length && (
        <Button variant="default" onClick={() => setIsWhole(true)}>
          Show all {data.length}
        </Button>
      )}
    </section>
  );
}

const columnsOn = (today: string): Column<SeenListed>[] => [
  {
    heading: 'Patient',
    width: '2.4fr',
    cell: ({ patient }) => (
      <>
        <PatientCell patient={patient} />
        <span className={`${styles.small} num`}>Born {shortDate(patient.dateOfBirth)}</span>
      </>
    ),
  },
  {
    heading: 'Day',
    width: '7rem',
    cell: ({ date, theatre, listType }) => (
      <span className="num">
        {date === today ? 'Today' : shortDate(date)}
        <span className={styles.small}>{theatre ?? LIST_WORDS[listType]}</span>
      </span>
    ),
  },
  { heading: 'Procedure', width: '2fr', cell: ({ procedures }) => <ProcedureCell procedures={procedures} /> },
  {
    heading: 'Consent',
    width: '12rem',
    cell: ({ light, reason, isUnsent }) => (
      <>
        <StateChip tone={LIGHT_TONES[light]}>{LIGHT_NAMES[light]}</StateChip>
        <span className={styles.small}>{reason}</span>
        {isUnsent && <span className={styles.small}>Waiting to send</span>}
      </>
    ),
  },
];

const LIGHT_TONES: Readonly<Record<SeenListed['light'], Tone>> = { RED: 'stop', AMBER: 'warn', GREEN: 'ok' };
const LIGHT_NAMES: Readonly<Record<SeenListed['light'], string>> = { RED: 'Red', AMBER: 'Amber', GREEN: 'Green' };
