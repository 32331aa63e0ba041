import type { Output } from '#contract/calls.ts';
import { counted } from '#domain/base/counted.ts';
import { SHOWN_FROM } from '#domain/experience/experience-figures.ts';
import { experienceFiguresOptions } from '#src/queries/dashboard.ts';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { bucketWords } from './figure-rows.ts';
import { FiguresFailed } from './FiguresFailed.tsx';
import styles from './figures.module.css';

type Figure = Output<'experienceFigures'>['data'][number];

const FEW = `Fewer than ${SHOWN_FROM} answers`;

/** How people who signed felt heard, in the closed months of a year; nothing while nobody is asked. @param today - plain date */
export function HeardFigures({ today }: { readonly today: string }) {
  const { data, isError, error, refetch } = useQuery(experienceFiguresOptions(yearBefore(today)));
  const [view, setView] = useState<'procedure' | 'month'>('procedure');
  if (isError)
    return (
      <Section>
        <FiguresFailed failure={error} onRetry={() => void refetch()} />
      </Section>
    );
  if (data === undefined || !data.isOn) return null;
  const { figures } = data;
  const all = figures.find(({ procedureID, month }) => procedureID === null && month === null);
  const rows = figures.filter(({ procedureID, month }) =>
    view === 'procedure' ? procedureID !== null && month === null : procedureID === null && month !== null,
  );
  return (
    <Section>
      <Panel title="Every effort, three times">
        <p className={styles.about}>
          Of those who answered after signing, the share who said that every effort was made to help them understand, to listen,
          and to include what matters to them. Closed months of the last year. An operation counts in the months in which it has{' '}
          {SHOWN_FROM} answers or more, so that no answer can be told from another; one without such a month is not listed.
        </p>
        <FilterChips
          label="Show by"
          options={[
            { value: 'procedure', label: 'Operation' },
            { value: 'month', label: 'Month' },
          ]}
          value={view}
          onChange={setView}
        />
        <p className={styles.summary}>{all === undefined || all.n === null ? `${FEW}.` : <b>{wordsOf(all)}</b>}</p>
        <div className={styles.scroll}>
          <table className={`${styles.table} ${styles.wrapped}`} aria-label="Every effort, three times">
            <thead>
              <tr>
                <th scope="col">{view === 'procedure' ? 'Operation' : 'Month'}</th>
                <th scope="col">Share (95 % interval)</th>
                <th scope="col">Answers</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((figure) => (
                <Row key={`${figure.procedureID} ${figure.month}`} figure={figure} />
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </Section>
  );
}

function Section({ children }: { readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby="figures-heard">
      <h2 id="figures-heard">Was I heard?</h2>
      {children}
    </section>
  );
}

function Row({ figure }: { readonly figure: Figure }) {
  const { month, procedure, n, top, low, high } = figure;
  return (
    <tr>
      <th scope="row">{month === null ? (procedure ?? 'An operation that is gone') : bucketWords(month)}</th>
      {n === null || top === null || low === null || high === null ? (
        <td colSpan={2}>{FEW}</td>
      ) : (
        <>
          <td>
            <b>{percent(top)}</b> ({percent(low)} to {percent(high)})
          </td>
          <td>{n}</td>
        </>
      )}
    </tr>
  );
}

function wordsOf({ n, top, low, high }: Figure): string {
  return `${percent(top ?? 0)} of ${counted(n ?? 0, 'answer')} (95 % interval ${percent(low ?? 0)} to ${percent(high ?? 0)})`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** The months of a year up to today's, which the server leaves out until it is closed. */
function yearBefore(today: string): { readonly from: string; readonly to: string } {
  const to = today.slice(0, 'yyyy-mm'.length);
  return { from: `${Number(to.slice(0, 4)) - 1}${to.slice(4)}`, to };
}
