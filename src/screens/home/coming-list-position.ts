import type { useComingList } from '#src/queries/listed.ts';
import { useEffect, useState } from 'react';

/** The position of the coming list on the start; below the cases if those were shown first. */
export type ComingListPosition = 'above' | 'below';

type Coming = Pick<NonNullable<ReturnType<typeof useComingList>['data']>, 'rows' | 'hidden' | 'isComplete'>;
type Asked = { readonly data: Coming | undefined; readonly isFetched: boolean };

/** The longest time that the cases wait for it, ms [choice]. */
const MOST = 3000;

/** The position of the coming list in this mount, once decided; null while the cases wait for it. It never changes again. */
export function useComingPlace(
  asked: Asked,
  { isStart, isOnline }: { isStart: boolean; isOnline: boolean },
): ComingListPosition | null {
  const [settled, setSettled] = useState<ComingListPosition | null>(null);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), MOST);
    return () => clearTimeout(timer);
  }, []);
  const place = settled ?? (isStart ? comingListPosition(asked, { isOnline, isLate }) : null);
  if (place !== settled) setSettled(place);
  return place;
}

/**
 * The position of the coming list from the present state. This tablet’s own rows are always waited for, the server’s answer only
 * over a network, and neither after the timeout: null means wait.
 */
export function comingListPosition(
  asked: Asked,
  { isOnline, isLate }: { isOnline: boolean; isLate: boolean },
): ComingListPosition | null {
  const { data, isFetched } = asked;
  const isAwaited = data === undefined ? !isFetched : isOnline && !data.isComplete;
  if (isAwaited && !isLate) return null;
  return hasComing(asked) ? 'above' : 'below';
}

/** Whether this tablet has no listed case, but has not completed a pull from the server yet. */
export function isUnheard(asked: Asked): boolean {
  return asked.data?.isComplete === false && !hasComing(asked);
}

/** Whether the coming list has anything to show, be it only that it could not be read. */
export function hasComing({ data, isFetched }: Asked): boolean {
  return data === undefined ? isFetched : data.rows.length + data.hidden > 0;
}
