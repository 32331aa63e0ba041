import { useDebouncedValue } from '@mantine/hooks';
import { useOnline } from '#src/notices/use-online.ts';

/** Pause in typing before the server is asked, ms [choice]. */
const SEARCH_DELAY = 250;

/** The search text after a pause in typing; at once when offline, where this tablet's memory answers. */
export function useDebouncedSearch(typed: string): string {
  const asked = useDebouncedServerSearch(typed);
  // Without a pause there is one render for a key, with the letter and its result.
  return useOnline() ? asked : typed;
}

/** As useDebouncedSearch, for a list that only the server can answer: offline too, it waits for the pause. */
export function useDebouncedServerSearch(typed: string): string {
  const [asked] = useDebouncedValue(typed, SEARCH_DELAY);
  return asked;
}
