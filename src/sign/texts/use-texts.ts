import type { SignerRole } from '#domain/states.ts';
import { createContext, useContext } from 'react';
import { textsFor, type Texts } from './texts.ts';

/** The reader's role; null until it is known. */
export const Reader = createContext<SignerRole | null>(null);

/** The texts of this visit's reader. */
export function useTexts(): Texts {
  return textsFor(useContext(Reader));
}
