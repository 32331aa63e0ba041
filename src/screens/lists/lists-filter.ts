import type { ListType } from '#domain/theatre/listed.ts';
import type { TheatreCase } from '#src/queries/theatre.ts';
import { daysLater, dayWords, listDays, type ListDays } from './list-days.ts';

/** The filter in the address; an absent part is the default. */
export type ListsFilter = {
  readonly day?: string | undefined;
  readonly days?: 'week' | undefined;
  readonly list?: Exclude<ListType, 'THEATRE'> | undefined;
  readonly show?: 'waiting' | 'mine' | undefined;
};

/** The list and the days that a filter names. */
export type TheatreListQuery = {
  /** plain date, of a week the first */
  readonly day: string;
  readonly isWeek: boolean;
  readonly days: ListDays;
  /** the day, or the first and the last of the week */
  readonly words: string;
  readonly listType: ListType;
  readonly show: ListsFilter['show'];
};

/** @param today - plain date */
export function theatreListQuery(filter: ListsFilter, today: string): TheatreListQuery {
  const { day = today, show } = filter;
  const isWeek = filter.days === 'week';
  return {
    day,
    isWeek,
    days: listDays({ day, isWeek }),
    words: isWeek ? `${dayWords(day)} to ${dayWords(daysLater(day, 6))}` : dayWords(day),
    listType: filter.list ?? 'THEATRE',
    show,
  };
}

/** Whether a case of the list is shown. @param userId - whose are `mine` */
export function showing(show: ListsFilter['show'], userId: string | undefined): (of: TheatreCase) => boolean {
  if (show === 'waiting') return ({ light }) => light !== 'GREEN';
  return show === 'mine' ? ({ clinician }) => clinician._id === userId : () => true;
}
