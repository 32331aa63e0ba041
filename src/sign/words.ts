import { createContext, useContext } from 'react';
import { english, type Texts } from './texts.ts';

/** The texts of this visit's reader. */
export const Words = createContext<Texts>(english);

export function useWords(): Texts {
  return useContext(Words);
}
