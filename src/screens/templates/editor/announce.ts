import { createContext, useContext } from 'react';

/** Says in words what a piece did, for people who do not see it move. */
export const Announce = createContext<(words: string) => void>(() => undefined);

/** The function that says a sentence in the editor's status line. */
export function useAnnounce(): (words: string) => void {
  return useContext(Announce);
}
