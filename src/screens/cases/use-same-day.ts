import { sameDayOf } from '#domain/theatre/same-day.ts';
import { useToday } from '#src/queries/use-today.ts';
import type { CaseSummaryView } from '#src/queries/records.ts';

/** The other consents in force for the same operation and day; null for a case that is on no list. */
export function useSameDay({ recordID, listed, sameDay = [] }: Pick<CaseSummaryView, 'recordID' | 'listed' | 'sameDay'>) {
  const today = useToday();
  return listed == null ? null : sameDayOf(recordID, sameDay, { listedOn: listed.date, today });
}
