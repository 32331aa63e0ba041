import { counted } from '#domain/base/counted.ts';
import { clockTime, localDate, longTime } from '#domain/values/plain-date.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { useOnline } from '#src/notices/use-online.ts';
import { useProduct } from '#src/queries/reference.ts';
import type { TheatreListView } from '#src/queries/theatre.ts';
import { useClockValue } from '#src/device/use-clock-value.ts';
import { serverNow } from '#src/device/clock.ts';
import { Notice } from '#src/ui/Notice.tsx';

/** The age of a list that was not read just now, and what to do about it. */
export function NeedsRefresh({ list }: { readonly list: TheatreListView | undefined }) {
  const { timeZone } = useProduct();
  const isOnline = useOnline();
  const words = useClockValue(() => (list === undefined || (list.isFresh && isOnline) ? null : ageWords(list.asOf, timeZone)));
  if (words === null) return null;
  return (
    <Notice tone="warn" live title={`This list is from ${words}`}>
      <p>A withdrawal since then is not on it: ask the patient.</p>
    </Notice>
  );
}

function ageWords(at: number, timeZone: string): string {
  const now = serverNow();
  const instant = new Date(at).toISOString();
  const time = localDate(at, timeZone) === localDate(now, timeZone) ? clockTime(instant, timeZone) : longTime(instant, timeZone);
  const minutes = Math.max(0, Math.round((now - at) / MINUTE));
  if (minutes < 1) return `${time}, just now`;
  if (minutes < 120) return `${time}, ${counted(minutes, 'minute')} ago`;
  return `${time}, ${Math.round(minutes / 60)} hours ago`;
}
