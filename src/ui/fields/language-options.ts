import { languageName } from '#domain/values/language-name.ts';
import { COMMON_LANGUAGES } from '#domain/values/language-tags.ts';

/** The languages to choose from by name, English first. @param present - the one of this record, which is offered whatever it is */
export function languageOptions(present: string): { value: string; label: string }[] {
  const codes = COMMON_LANGUAGES.includes(present) ? COMMON_LANGUAGES : [...COMMON_LANGUAGES, present];
  const [english = 'en', ...others] = codes;
  const named = others.map((value) => ({ value, label: languageName(value) }));
  return [
    { value: english, label: languageName(english) },
    ...named.toSorted((one, other) => one.label.localeCompare(other.label)),
  ];
}
