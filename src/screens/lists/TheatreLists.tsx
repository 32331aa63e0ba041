import { LIST_TYPES, LIST_WORDS, type ListType } from '#domain/theatre/listed.ts';
import { ExportButton } from '#src/results/ExportButton.tsx';
import { NeedsRefresh } from './NeedsRefresh.tsx';
import { listState } from '#src/queries/client/list-state.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { theatreListOptions, type TheatreCase } from '#src/queries/theatre.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useSession } from '#src/session/session.ts';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dayName, daysLater, dayWords, listDays } from './list-days.ts';
import { listGroups, readyOf } from './list-groups.ts';
import styles from './lists.module.css';
import { TheatreRow } from './TheatreRow.tsx';

export type ListsFilter = {
  readonly day?: string | undefined;
  readonly days?: 'week' | undefined;
  readonly list?: Exclude<ListType, 'THEATRE'> | undefined;
  readonly show?: 'waiting' | 'mine' | undefined;
};

type TheatreListsProps = { readonly filter: ListsFilter; readonly onFilter: (next: ListsFilter) => void };

/** The cases of a day or a week by place, what is not ready first. */
export function TheatreLists({ filter, onFilter }: TheatreListsProps) {
  const today = useToday();
  const user = useSession()?.user;
  const userId = user?._id;
  const { day = today, days, list, show } = filter;
  const isWeek = days === 'week';
  const query = useQuery(theatreListOptions({ ...listDays({ day, isWeek }), listType: list ?? 'THEATRE' }));
  const all = query.data?.cases ?? [];
  const shown = all.filter(showing(show, userId));
  const change = (next: ListsFilter) => onFilter({ ...filter, ...next });
  return (
    <>
      <PageHeader
        title="Lists"
        about={isWeek ? `${dayWords(day)} to ${dayWords(daysLater(day, 6))}` : dayWords(day)}
        actions={
          <>
            <ExportButton
              request={{
                name: 'exportListed',
                filter: {
                  ...listDays({ day, isWeek }),
                  listType: list ?? 'THEATRE',
                  ...(show === 'waiting' && { show: 'WAITING' }),
                  ...(show === 'mine' && userId !== undefined && { clinician: userId }),
                },
              }}
              list={{
                noun: 'listed cases',
                file: 'listed',
                total: query.data === undefined ? null : shown.length,
                filters: [
                  LIST_WORDS[list ?? 'THEATRE'],
                  isWeek ? `${dayWords(day)} to ${dayWords(daysLater(day, 6))}` : dayWords(day),
                  ...(show === 'waiting' ? ['not ready'] : show === 'mine' ? ['mine'] : []),
                ],
              }}
            />
            {user?.permissions.includes('consents.read') === true && (
              <ButtonLink variant="default" href={paths.listSheet(filter).href}>
                Sheet
              </ButtonLink>
            )}
            <Button variant="default" onClick={() => print()}>
              Print
            </Button>
          </>
        }
      />
      <Page>
        <NeedsRefresh list={query.data} />
        <div className={styles.filters}>
          <FilterChips
            label="Day"
            options={[
              ...[0, 1, 2, 3].map((later) => ({
                value: daysLater(today, later),
                label: dayName(daysLater(today, later), today),
              })),
              { value: 'week', label: 'Seven days' },
            ]}
            value={isWeek ? 'week' : day}
            onChange={(value) =>
              value === 'week' ? change({ days: 'week', day: undefined }) : change({ day: value, days: undefined })
            }
          />
          <div>
            <FilterChips
              label="Show"
              options={[
                { value: 'all', label: 'All', count: all.length },
                { value: 'waiting', label: 'Not ready', count: all.length - readyOf(all) },
                { value: 'mine', label: 'Mine', count: all.filter(showing('mine', userId)).length },
              ]}
              value={show ?? 'all'}
              onChange={(value) => change({ show: value === 'waiting' || value === 'mine' ? value : undefined })}
            />
            <NativeSelect
              aria-label="List"
              value={list ?? 'THEATRE'}
              data={LIST_TYPES.map((value) => ({ value, label: LIST_WORDS[value] }))}
              onChange={({ currentTarget: { value } }) => change({ list: otherList(value) })}
            />
          </div>
          <details className={styles.other}>
            <summary>Another day</summary>
            <PlainDateField
              id="list-day"
              label="Day"
              value={day}
              onChange={(value) => value.length === 10 && change({ day: value })}
            />
          </details>
        </div>
        {listState(query) === 'loading' && <Skeleton card lines={8} />}
        {listState(query) === 'failed' && <QueryFailure failure={query.error} onRetry={() => void query.refetch()} />}
        {query.data !== undefined && shown.length === 0 && <NothingListed hasOthers={all.length > 0} list={list ?? 'THEATRE'} />}
        {listGroups(shown).map(({ key, date, theatre, cases, ready }) => (
          <section key={key} className={styles.group} aria-labelledby={`group-${key}`}>
            <h2 id={`group-${key}`}>
              {theatre ?? 'No theatre given'}
              {isWeek && <small>{dayWords(date)}</small>}
              <span className="num">
                {ready} of {cases.length} ready
              </span>
            </h2>
            <ul className={styles.rows}>
              {cases.map((each) => (
                <TheatreRow key={each.recordID} of={each} today={today} />
              ))}
            </ul>
          </section>
        ))}
      </Page>
    </>
  );
}

function showing(show: ListsFilter['show'], userId: string | undefined): (of: TheatreCase) => boolean {
  if (show === 'waiting') return ({ light }) => light !== 'GREEN';
  return show === 'mine' ? ({ clinician }) => clinician._id === userId : () => true;
}

function NothingListed({ hasOthers, list }: { readonly hasOthers: boolean; readonly list: ListType }) {
  if (hasOthers) return <EmptyState title="Nothing here">Choose “All” to see the other cases of this day.</EmptyState>;
  return (
    <EmptyState title="Nobody is listed">
      The {LIST_WORDS[list].toLowerCase()} is empty on these days. A case is put on it from its own page.
    </EmptyState>
  );
}

function otherList(value: string): ListsFilter['list'] {
  return value === 'CLINIC' || value === 'WAITING' ? value : undefined;
}
