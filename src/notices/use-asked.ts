import { useDebouncedValue } from '@mantine/hooks';
import { useOnline } from './use-online.ts';

/** How long somebody must have stopped typing before the server is asked, ms [choice]. */
const PAUSE = 250;

/** What a search asks for: what is typed, once the typing pauses; at once where this tablet's own memory answers. */
export function useAsked(typed: string): string {
  const [asked] = useDebouncedValue(typed, useOnline() ? PAUSE : 0);
  return asked;
}
