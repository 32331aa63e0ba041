import { useTranslation } from './reading-language.ts';
import { createContext, useContext } from 'react';
import { englishForm, type FormTexts } from './form-texts.ts';
import { ByLink, ReaderRole } from './use-texts.ts';

/** The texts of the form's own pages in English: the patient's, unless those of another role are loaded around a page. */
export const FormWords = createContext<FormTexts>(englishForm);

/** The texts of the form's own pages for this visit's reader. */
export function useFormTexts(): FormTexts {
  const english = useContext(FormWords);
  const role = useContext(ReaderRole);
  const texts = useTranslation()?.formTextsFor(role) ?? english;
  return useContext(ByLink)?.form(texts) ?? texts;
}
