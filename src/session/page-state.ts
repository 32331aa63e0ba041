import { useState } from 'react';
import { onSessionEnd } from './session.ts';

/** What somebody had typed into a search box: in memory only, and gone with the session. */
const kept = new Map<string, string>();
onSessionEnd(() => kept.clear());

/**
 * As `useState`, but still there when one comes back to the screen in the same session. For what must not stand in an
 * address, such as the name in a search box.
 *
 * @param key - names the screen and the value, e.g. `patients.search`
 */
export function usePageState(key: string, initial: string): readonly [string, (value: string) => void] {
  const [value, setValue] = useState(() => kept.get(key) ?? initial);
  const change = (next: string) => {
    kept.set(key, next);
    setValue(next);
  };
  return [value, change];
}
