import '@mantine/charts/styles.layer.css';
import { CallFailed } from '#contract/engine/call.ts';
import { showNotice } from '#src/notices/persistent-notices.ts';
import { caseAmountsOptions, figuresOptions } from '#src/queries/dashboard.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useMay } from '#src/session/permissions.ts';
import { useSession } from '#src/session/session.ts';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CASE_PERIODS, type CasePeriod } from './case-filters.ts';
import { CaseCounts } from './CaseCounts.tsx';
import { EndCounts } from './EndCounts.tsx';
import { FigurePanel } from './FigurePanel.tsx';
import { CHARTS, figureRows, type DashboardFigures } from './figure-rows.ts';
import { HeardFigures } from './HeardFigures.tsx';
import { DASHBOARD_FAILED, FiguresFailed } from './FiguresFailed.tsx';
import styles from './figures.module.css';

type Shown = { readonly time: DashboardFigures['granularity']; readonly duration: CasePeriod };
type FiguresProps = Shown & { readonly onShow: (next: Shown) => void };

/** How many cases are in which state, and charts over time of how consents were signed; every number leads to its list. */
export function Figures({ time, duration, onShow }: FiguresProps) {
  const organisations = useSession()?.user.organisation ?? [];
  const [chosen, setChosen] = useState<string>();
  const organisation = organisations.find(({ _id }) => _id === chosen) ?? organisations[0];
  const figures = useQuery(figuresOptions(time, organisation?._id));
  const mayRead = useMay('consents.read');
  const today = useToday();
  return (
    <>
      <PageHeader title="Figures" about={organisation?.name} />
      <Page>
        <section className={styles.section} aria-labelledby="figures-cases">
          <h2 id="figures-cases">Cases</h2>
          <FilterChips
            label="Changed"
            options={CASE_PERIODS}
            value={duration}
            onChange={(next) => onShow({ time, duration: next })}
          />
          <Amounts duration={duration} mayRead={mayRead} />
        </section>
        <section className={styles.section} aria-labelledby="figures-time">
          <h2 id="figures-time">Consents over time</h2>
          <div className={styles.choices}>
            <FilterChips
              label="Count by"
              options={[
                { value: 'day', label: 'Day' },
                { value: 'week', label: 'Week' },
                { value: 'month', label: 'Month' },
              ]}
              value={time}
              onChange={(next) => onShow({ time: next, duration })}
            />
            {organisations.length > 1 && (
              <NativeSelect
                aria-label="Organisation"
                value={organisation?._id ?? ''}
                data={organisations.map(({ _id, name }) => ({ value: _id, label: name }))}
                onChange={(event) => setChosen(event.currentTarget.value)}
              />
            )}
          </div>
          {figures.isError ? (
            <FiguresFailed failure={figures.error} onRetry={() => void figures.refetch()} />
          ) : figures.data === undefined ? (
            <Skeleton card lines={8} />
          ) : (
            <Charts data={figures.data} mayRead={mayRead} />
          )}
        </section>
        <HeardFigures today={today} />
      </Page>
    </>
  );
}

function Charts({ data, mayRead }: { readonly data: DashboardFigures; readonly mayRead: boolean }) {
  const rows = figureRows(data);
  return (
    <div className={styles.charts}>
      {CHARTS.map((chart) => (
        <FigurePanel key={chart.title} chart={chart} rows={rows} granularity={data.granularity} mayRead={mayRead} />
      ))}
    </div>
  );
}

/** The counts of a time; a failure is said in place and once as a notice, in the words of spec §8. */
function Amounts({ duration, mayRead }: { readonly duration: CasePeriod; readonly mayRead: boolean }) {
  const { data, error, isError, refetch } = useQuery(caseAmountsOptions(duration));
  const isRefused = error instanceof CallFailed;
  useEffect(() => {
    if (isRefused) showNotice({ id: 'dashboard', message: DASHBOARD_FAILED, tone: 'stop' });
  }, [isRefused]);
  if (data !== undefined)
    return (
      <>
        <CaseCounts amounts={data.caseAmounts} duration={duration} mayRead={mayRead} />
        {data.ends !== undefined && <EndCounts amounts={data.caseAmounts} ends={data.ends} />}
      </>
    );
  return isError ? <FiguresFailed failure={error} onRetry={() => void refetch()} /> : <Skeleton card lines={3} />;
}
