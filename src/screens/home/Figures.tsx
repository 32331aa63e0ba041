import '@mantine/charts/styles.layer.css';
import { QueryFailure } from '#src/notices/QueryFailure.tsx';
import { figuresOptions } from '#src/queries/dashboard.ts';
import { FilterChips } from '#src/ui/FilterChips.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { BarChart } from '@mantine/charts';
import { useQuery } from '@tanstack/react-query';
import { bucketWords, figureRows, SERIES, type DashboardFigures } from './figure-rows.ts';
import styles from './figures.module.css';

type FiguresProps = {
  readonly time: DashboardFigures['granularity'];
  readonly onTime: (time: DashboardFigures['granularity']) => void;
};

/** How many consents were started, made ready and signed: as bars, and as a table of the same numbers. */
export function Figures({ time, onTime }: FiguresProps) {
  const figures = useQuery(figuresOptions(time));
  return (
    <>
      <PageHeader title="Figures" />
      <Page>
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

function Chart({ data }: { readonly data: DashboardFigures }) {
  const rows = figureRows(data);
  return (
    <>
      <Panel title="Consents started, made ready and signed">
        {/* The table below gives the same numbers to those who do not see bars. */}
        <div aria-hidden="true">
          <BarChart
            h={280}
            data={rows}
            dataKey="label"
            series={SERIES.map((each) => ({ ...each }))}
            withLegend
            legendProps={{ itemSorter: null }}
            tickLine="y"
            yAxisProps={{ allowDecimals: false, width: 36 }}
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
