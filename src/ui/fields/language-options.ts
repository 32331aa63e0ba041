import { languageName } from '#domain/values/language-name.ts';

/** Languages often asked for; any other that a record has is offered beside them. */
const LANGUAGES =
  'en ar bn bfi cy cs de es fa fr gu hi hu it ku lt ne pa pl ps pt ro ru si so sk sq ta ti tr uk ur vi yue zh'.split(' ');

/** The languages to choose from by name, English first. @param present - the one of this record */
export function languageOptions(present: string): { value: string; label: string }[] {
  const codes = LANGUAGES.includes(present) ? LANGUAGES : [...LANGUAGES, present];
  const [english = 'en', ...others] = codes;
  const named = others.map((value) => ({ value, label: languageName(value) }));
  return [
    { value: english, label: languageName(english) },
    ...named.toSorted((one, other) => one.label.localeCompare(other.label)),
  ];
}
