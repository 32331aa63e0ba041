import type { useComingList } from '#src/queries/listed.ts';
import { useEffect, useState } from 'react';

/** Where the coming list stands on the start; below the cases where they stood before it was known. */
export type Place = 'above' | 'below';

type Coming = Pick<NonNullable<ReturnType<typeof useComingList>['data']>, 'rows' | 'hidden' | 'isHeard'>;
type Asked = { readonly data: Coming | undefined; readonly isFetched: boolean };

/** So long the cases wait for it at most, ms [choice]. */
const MOST = 3000;

/** Where the coming list stands in this mount, once that is known; null while the cases wait for it. It never moves again. */
export function useComingPlace(asked: Asked, { isStart, isOnline }: { isStart: boolean; isOnline: boolean }): Place | null {
  const [settled, setSettled] = useState<Place | null>(null);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), MOST);
    return () => clearTimeout(timer);
  }, []);
  const place = settled ?? (isStart ? placeOf(asked, { isOnline, isLate }) : null);
  if (place !== settled) setSettled(place);
  return place;
}

/**
 * Where the coming list stands by what is known of it now. This tablet’s own rows are waited for in any case, the server’s news only
 * over a network, and neither when it is late: null is to wait.
 */
export function placeOf(asked: Asked, { isOnline, isLate }: { isOnline: boolean; isLate: boolean }): Place | null {
  const { data, isFetched } = asked;
  const isAwaited = data === undefined ? !isFetched : isOnline && !data.isHeard;
  if (isAwaited && !isLate) return null;
  return hasComing(asked) ? 'above' : 'below';
}

/** Whether nothing is listed as far as this tablet knows, which has not heard all from the server yet. */
export function isUnheard(asked: Asked): boolean {
  return asked.data?.isHeard === false && !hasComing(asked);
}

/** Whether there is something to show of the coming list, be it only that it could not be read. */
export function hasComing({ data, isFetched }: Asked): boolean {
  return data === undefined ? isFetched : data.rows.length + data.hidden > 0;
}
