import { useState } from 'react';
import { onSessionEnd } from './session.ts';

/** Text of search boxes: in memory only, and dropped with the session. */
const kept = new Map<string, string>();
onSessionEnd(() => kept.clear());

/**
 * As `useState`, but the value survives leaving the screen within a session. For values that must not be in an
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
