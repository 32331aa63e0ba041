import { daysOfBucket, FIGURE_OF, type FigureSeries } from '#domain/exports/figures.ts';
import { paths } from '#src/paths.ts';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { Link } from '#src/ui/Link.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { BarChart } from '@mantine/charts';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import {
  bucketWords,
  isEmptyChart,
  sumOf,
  withoutEmptyStart,
  type DashboardFigures,
  type FigureChart,
  type FigureRow,
} from './figure-rows.ts';
import styles from './figures.module.css';

type FigurePanelProps = {
  readonly chart: FigureChart;
  /** oldest first */
  readonly rows: readonly FigureRow[];
  readonly granularity: DashboardFigures['granularity'];
  /** Whether the lists behind the numbers may be read. */
  readonly mayRead: boolean;
};

/** The number of bars that a phone, or one of two columns, has room for [choice]. */
const NARROW_BARS = 8;

/** In rem, so that it grows with the person's text size; the chart's own is in pixels. */
const TICK = { fontSize: '0.75rem', fill: 'currentColor' } as const;

/** One chart with its sums, and the same numbers as a table. */
export function FigurePanel({ chart, rows, granularity, mayRead }: FigurePanelProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const days = {
    from: daysOfBucket(rows[0]?.bucket ?? '', granularity).from,
    to: daysOfBucket(rows.at(-1)?.bucket ?? '', granularity).to,
  };
  const isEmpty = isEmptyChart(rows, chart);
  return (
    <Panel title={chart.title}>
      <p className={styles.about}>{chart.about}</p>
      {isEmpty ? (
        <p>
          <b>Nothing to count yet.</b> Consents of this time show here as soon as there are any.
        </p>
      ) : (
        <>
          <FilterChips
            label={`${chart.title}, show as`}
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            value={view}
            onChange={setView}
          />
          <ul className={styles.sums} aria-label={`${chart.title}, in all`}>
            {chart.series.map(({ name, label, color }) => {
              const sum = sumOf(rows, name);
              return (
                sum !== null && (
                  <li key={name}>
                    <i style={{ background: color }} aria-hidden="true" />
                    <Counted value={sum} name={name} days={days} mayRead={mayRead} /> {label}
                  </li>
                )
              );
            })}
          </ul>
          {view === 'chart' ? (
            <Bars chart={chart} rows={rows} />
          ) : (
            <Numbers chart={chart} rows={rows} granularity={granularity} mayRead={mayRead} />
          )}
        </>
      )}
    </Panel>
  );
}

function Bars({ chart, rows }: Pick<FigurePanelProps, 'chart' | 'rows'>) {
  const isNarrow = useMediaQuery('(max-width: 40rem)');
  const shown = withoutEmptyStart(rows, chart);
  // Medians of no day make no bar.
  if (!shown.some((row) => chart.series.some(({ name }) => (row[name] ?? 0) > 0)))
    return <p>Every form was signed on the day that it was made ready for signing.</p>;
  return (
    // The sums and the table give the same numbers to those who do not see bars.
    <div aria-hidden="true">
      <BarChart
        h={220}
        data={(isNarrow ? shown.slice(-NARROW_BARS) : shown).map((row) => ({ ...row }))}
        dataKey="label"
        series={chart.series.map((each) => ({ ...each }))}
        tickLine="y"
        xAxisProps={{ tick: { ...TICK, transform: 'translate(0, 10)' } }}
        yAxisProps={{ allowDecimals: false, width: 36, tick: TICK }}
        barProps={{ isAnimationActive: false }}
        // Hidden from screen readers, so no tab stop either.
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}

function Numbers({ chart, rows, granularity, mayRead }: FigurePanelProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={chart.title}>
        <thead>
          <tr>
            <th scope="col">{{ day: 'Day', week: 'Week from', month: 'Month' }[granularity]}</th>
            {chart.series.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={row.bucket}>
              <th scope="row">{bucketWords(row.bucket)}</th>
              {chart.series.map(({ name }) => (
                <td key={name}>
                  <Counted value={row[name]} name={name} days={daysOfBucket(row.bucket, granularity)} mayRead={mayRead} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CountedProps = {
  readonly value: number | null;
  readonly name: FigureSeries;
  readonly days: { readonly from: string; readonly to: string };
  readonly mayRead: boolean;
};

/** A number that leads to the consents that it counts. */
function Counted({ value, name, days, mayRead }: CountedProps) {
  if (value === null) return <span aria-label="none">–</span>;
  if (value === 0 && name !== 'medianDays') return <b className="num">0</b>;
  if (!mayRead) return <b className="num">{value}</b>;
  return (
    <Link className={`${styles.number} num`} href={paths.counted({ figure: FIGURE_OF[name], ...days }).href}>
      {value}
    </Link>
  );
}
