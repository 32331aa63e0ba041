import { languageName } from './language-name.ts';

/** Languages often asked for, as BCP 47 tags, English first. */
const COMMON_LANGUAGES: readonly string[] =
  'en ar bn bfi cy cs de es fa fr gu hi hu it ku lt ne pa pl ps pt ro ru si so sk sq ta ti tr uk ur vi yue zh'.split(' ');

/** Names beside those that the tags have. */
const OTHER_NAMES: Readonly<Record<string, string>> = { bsl: 'bfi', farsi: 'fa', sinhala: 'si', panjabi: 'pa', mandarin: 'zh' };

/** The tag of a language by its English name; the text itself where it is none of the common ones. */
export function languageTagOf(text: string): string {
  const name = text.trim().toLowerCase();
  return OTHER_NAMES[name] ?? COMMON_LANGUAGES.find((tag) => languageName(tag).toLowerCase() === name) ?? text;
}

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
