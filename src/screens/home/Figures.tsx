import '@mantine/charts/styles.layer.css';
import { QueryFailure } from '#src/notices/QueryFailure.tsx';
import { showNotice } from '#src/notices/notices.tsx';
import { caseAmountsOptions, figuresOptions } from '#src/queries/dashboard.ts';
import { FilterChips } from '#src/ui/FilterChips.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { BarChart } from '@mantine/charts';
import { CallFailed } from '#contract/call.ts';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  bucketWords,
  figureRows,
  SERIES,
  signedShare,
  TOTALS,
  withoutEmptyStart,
  type CaseAmounts,
  type DashboardFigures,
} from './figure-rows.ts';
import styles from './figures.module.css';

type FiguresProps = {
  readonly time: DashboardFigures['granularity'];
  readonly onTime: (time: DashboardFigures['granularity']) => void;
};

/** The number of bars that a phone has room for [choice]. */
const PHONE_BARS = 8;

/** In rem, so that it grows with the person's text size; the chart's own is in pixels. */
const TICK = { fontSize: '0.75rem', fill: 'currentColor' } as const;

/** How many consents were started, made ready and signed: in totals, as bars, and as a table of the same numbers. */
export function Figures({ time, onTime }: FiguresProps) {
  const figures = useQuery(figuresOptions(time));
  const amounts = useAmounts();
  return (
    <>
      <PageHeader title="Figures" />
      <Page>
        {amounts !== undefined && <Totals amounts={amounts} />}
        <FilterChips
          label="Count by"
          options={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
            { value: 'month', label: 'Month' },
          ]}
          value={time}
          onChange={onTime}
        />
        {figures.isError ? (
          <QueryFailure failure={figures.error} onRetry={() => void figures.refetch()} />
        ) : figures.data === undefined ? (
          <Skeleton card lines={8} />
        ) : (
          <Chart data={figures.data} />
        )}
      </Page>
    </>
  );
}

/** The counts of the last 30 days; a failure is reported once, in the words of spec §8. */
function useAmounts(): CaseAmounts | undefined {
  const { data, error } = useQuery(caseAmountsOptions('MONTH'));
  const isRefused = error instanceof CallFailed;
  useEffect(() => {
    if (isRefused) showNotice({ id: 'dashboard', message: 'Something Went Wrong, please try again later!', tone: 'stop' });
  }, [isRefused]);
  return data?.caseAmounts;
}

function Totals({ amounts }: { readonly amounts: CaseAmounts }) {
  const share = signedShare(amounts);
  return (
    <Panel title="Cases of the last 30 days">
      <dl className={styles.totals}>
        {TOTALS.map(({ label, of }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{of.reduce((sum, each) => sum + amounts[each], 0)}</dd>
          </div>
        ))}
      </dl>
      {share !== null && <p className={styles.share}>{share}.</p>}
    </Panel>
  );
}

function Chart({ data }: { readonly data: DashboardFigures }) {
  const rows = figureRows(data);
  const isPhone = useMediaQuery('(max-width: 40rem)');
  const shown = withoutEmptyStart(rows);
  return (
    <>
      <Panel title="Consents started, made ready for signing and signed">
        {/* The table below gives the same numbers to those who do not see bars. */}
        <div aria-hidden="true">
          <BarChart
            h={280}
            data={isPhone ? shown.slice(-PHONE_BARS) : [...shown]}
            dataKey="label"
            series={SERIES.map((each) => ({ ...each }))}
            withLegend
            legendProps={{ itemSorter: null, verticalAlign: 'bottom' }}
            tickLine="y"
            xAxisProps={{ tick: { ...TICK, transform: 'translate(0, 10)' } }}
            yAxisProps={{ allowDecimals: false, width: 36, tick: TICK }}
            barProps={{ isAnimationActive: false }}
            // Hidden from screen readers, so no tab stop either.
            barChartProps={{ accessibilityLayer: false }}
          />
        </div>
      </Panel>
      <Panel title="The same in numbers">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{{ day: 'Day', week: 'Week from', month: 'Month' }[data.granularity]}</th>
              {SERIES.map(({ name, label }) => (
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
                {SERIES.map(({ name }) => (
                  <td key={name}>{row[name]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </>
  );
}
