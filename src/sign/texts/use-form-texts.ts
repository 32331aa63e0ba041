import { useContext } from 'react';
import { formTextsFor } from './form-texts-by-role.ts';
import type { FormTexts } from './form-texts.ts';
import { Reader } from './use-texts.ts';

/** The texts of the form's own pages for this visit's reader. */
export function useFormTexts(): FormTexts {
  return formTextsFor(useContext(Reader));
}
