import type { PatientLanguage } from '#domain/patient-languages.ts';
import { createContext, useContext } from 'react';

/** The language in which a signer reads these pages; English unless another is chosen. */
export const ReadingLanguage = createContext<'en' | PatientLanguage>('en');

/** The language in which these pages are read. */
export function useReadingLanguage(): 'en' | PatientLanguage {
  return useContext(ReadingLanguage);
}
