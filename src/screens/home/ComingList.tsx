import { LIGHT_WORDS } from '#src/ui/clinical/light-words.ts';
import { LIST_WORDS } from '#domain/theatre/listed.ts';
import { shortDate } from '#domain/values/plain-date.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { useOnline } from '#src/notices/use-online.ts';
import { paths } from '#src/paths.ts';
import { listState } from '#src/queries/client/list-state.ts';
import { useComingList, type ListedCaseView } from '#src/queries/listed.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useClockValue } from '#src/device/use-clock-value.ts';
import { DataTable, type Column } from '#src/ui/layout/DataTable.tsx';
import { QuietLine } from '#src/ui/layout/Lines.tsx';
import { PatientCell } from '#src/ui/clinical/PatientCells.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ProcedureCell } from './cells.tsx';
import { heardWords, hiddenWords, UNHEARD } from './coming-words.ts';
import styles from './home.module.css';

/** The number of rows shown at first [choice]. */
const COMING_ROWS = 5;

type Coming = Pick<ReturnType<typeof useComingList>, 'data' | 'isFetched'>;

/** This person's operations of today and the days to come; nothing where nothing is listed. @param today - plain date */
export function ComingList({ today }: { readonly today: string }) {
  const query = useComingList(today);
  const { data } = query;
  const [isWhole, setIsWhole] = useState(false);
  const { timeZone } = useProduct();
  const isOnline = useOnline();
  const heard = useClockValue(() =>
    data === undefined ? null : heardWords({ at: data.at, now: Date.now(), isOnline, timeZone }),
  );
  if (!isOnline && isUnheard(query))
    return (
      <section className={styles.coming} aria-labelledby="coming-list">
        <h2 id="coming-list" className={styles.alone}>
          Theatre lists, today and next days
        </h2>
        <p className={styles.small}>{UNHEARD}</p>
      </section>
    );
  if (!hasComing(query)) return null;
  const all = data?.rows ?? [];
  const hidden = hiddenWords({ hidden: data?.hidden ?? 0, shown: all.length });
  return (
    <section className={styles.coming} aria-labelledby="coming-list">
      <div className={styles.head}>
        <h2 id="coming-list">Theatre lists, today and next days</h2>
        {heard !== null && <QuietLine isNumber>{heard}</QuietLine>}
      </div>
      <DataTable
        label="Theatre lists, today and next days"
        columns={columnsOn(today, timeZone)}
        rows={isWhole ? all : all.slice(0, COMING_ROWS)}
        rowKey={({ recordID }) => recordID}
        rowHref={({ recordID }) => paths.record(recordID).href}
        state={listState(query)}
        failed={<QueryFailure failure={query.error} onRetry={() => void query.refetch()} />}
        empty={null}
        skeletonRows={2}
      />
      {all.length > COMING_ROWS && (
        <div>
          <Button variant="default" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? `Show the first ${COMING_ROWS}` : `Show all ${all.length}`}
          </Button>
        </div>
      )}
      {hidden !== null && <p className={styles.small}>{hidden}</p>}
    </section>
  );
}

/** Whether this tablet has no listed case, but has not completed a pull from the server yet. */
function isUnheard(coming: Coming): boolean {
  return coming.data?.isComplete === false && !hasComing(coming);
}

/** Whether the list has anything to show, be it only that it could not be read. */
function hasComing({ data, isFetched }: Coming): boolean {
  return data === undefined ? isFetched : data.rows.length + data.hidden > 0;
}

const columnsOn = (today: string, zone: string): Column<ListedCaseView>[] => [
  {
    heading: 'Patient',
    width: '2.4fr',
    cell: ({ patient, mergedFrom }) => (
      <>
        <PatientCell patient={patient} from={{ mergedFrom, zone }} />
        <QuietLine isNumber>Born {shortDate(patient.dateOfBirth)}</QuietLine>
      </>
    ),
  },
  {
    heading: 'Day',
    width: '7rem',
    cell: ({ date, theatre, listType }) => (
      <span className="num">
        {date === today ? 'Today' : shortDate(date)}
        <QuietLine breaksWords>{theatre ?? LIST_WORDS[listType]}</QuietLine>
      </span>
    ),
  },
  {
    heading: 'Procedure',
    width: '2fr',
    cell: ({ procedures }) =>
      procedures === null ? <QuietLine>Not on this tablet</QuietLine> : <ProcedureCell procedures={procedures} />,
  },
  {
    heading: 'Consent',
    width: '12rem',
    cell: ({ light, reason, isUnsent, isBlocked }) => (
      <>
        <StateChip tone={LIGHT_WORDS[light].tone}>{LIGHT_WORDS[light].words}</StateChip>
        <QuietLine>{reason}</QuietLine>
        {isBlocked ? <StateChip tone="stop">Needs you</StateChip> : isUnsent && <QuietLine>Waiting to send</QuietLine>}
      </>
    ),
  },
];
