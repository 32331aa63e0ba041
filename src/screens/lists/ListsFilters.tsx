import { LIST_TYPES, LIST_WORDS } from '#domain/theatre/listed.ts';
import type { TheatreCase } from '#src/queries/theatre.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useSession } from '#src/session/session.ts';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import { NativeSelect } from '@mantine/core';
import { dayName, daysLater } from './list-days.ts';
import { readyOf } from './list-groups.ts';
import { showing, type TheatreListQuery, type ListsFilter } from './lists-filter.ts';
import styles from './lists.module.css';

type Props = {
  readonly list: TheatreListQuery;
  /** the cases of the list, shown or not */
  readonly all: readonly TheatreCase[];
  /** Called with what changes of the filter. */
  readonly onFilter: (change: ListsFilter) => void;
};

/** Which day, which list, and which of its cases. */
export function ListsFilters({ list: { day, isWeek, listType, show }, all, onFilter }: Props) {
  const today = useToday();
  const userId = useSession()?.user._id;
  const comingDays = [0, 1, 2, 3].map((later) => daysLater(today, later));
  return (
    <div className={styles.filters}>
      <FilterChips
        label="Day"
        options={[
          ...comingDays.map((value) => ({ value, label: dayName(value, today) })),
          { value: 'week', label: 'Seven days' },
        ]}
        value={isWeek ? 'week' : day}
        onChange={(value) => onFilter(value === 'week' ? { days: 'week', day: undefined } : { day: value, days: undefined })}
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
          onChange={(value) => onFilter({ show: value === 'waiting' || value === 'mine' ? value : undefined })}
        />
        <NativeSelect
          aria-label="List"
          value={listType}
          data={LIST_TYPES.map((value) => ({ value, label: LIST_WORDS[value] }))}
          onChange={({ currentTarget: { value } }) => onFilter({ list: otherList(value) })}
        />
      </div>
      <details className={styles.other}>
        <summary>Another day</summary>
        <PlainDateField
          id="list-day"
          label="Day"
          value={day}
          onChange={(value) => value.length === 10 && onFilter({ day: value })}
        />
      </details>
    </div>
  );
}

function otherList(value: string): ListsFilter['list'] {
  return value === 'CLINIC' || value === 'WAITING' ? value : undefined;
}
