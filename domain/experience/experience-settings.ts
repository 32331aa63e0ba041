import { isPatientLanguage, PAGE_LANGUAGES, type PageLanguage } from '#domain/values/patient-languages.ts';
import { SingleLine } from '#domain/values/text.ts';
import * as v from 'valibot';
import { englishWording, EXPERIENCE_READERS, WORDING_COUNTS, type ExperienceReader, type Wording } from './collaborate.ts';

/** Characters of a question or an answer [choice]. */
const WORDING_LINE_MOST = 300;

/** The lines of pasted words: the questions, then the answers from 0 to 4. */
export const WORDING_LINES = WORDING_COUNTS.questions + WORDING_COUNTS.answers;

/** The author's words in a language and for a reader, as an administrator pasted them: a line for each question, then one for each answer from 0 to 4. */
export const PastedWording = v.strictObject({
  language: v.picklist(PAGE_LANGUAGES, `The language must be one of ${PAGE_LANGUAGES.join(', ')}`),
  reader: v.picklist(EXPERIENCE_READERS, `The reader must be one of ${EXPERIENCE_READERS.join(', ')}`),
  lines: v.pipe(
    v.array(SingleLine({ label: 'line', least: 1, most: WORDING_LINE_MOST }), 'The lines must be a list'),
    v.length(WORDING_LINES, 'Paste eight lines: the three questions, then the five answers, from no effort to every effort'),
  ),
});
export type PastedWording = v.InferOutput<typeof PastedWording>;

/** The languages and readers whose words are pasted; those that are here already are not. */
export const PASTED_WORDINGS: readonly Pick<PastedWording, 'language' | 'reader'>[] = PAGE_LANGUAGES.flatMap((language) =>
  EXPERIENCE_READERS.flatMap((reader) => (isBuiltIn(language, reader) ? [] : [{ language, reader }])),
);

/** Whether somebody who signs is asked, and in which pasted words. `hasReadLicence`: the administrator has read the author's licence. */
export const ExperienceSettings = v.strictObject({
  isOn: v.boolean('Say whether people are asked'),
  hasReadLicence: v.boolean('Say whether the licence was read'),
  wordings: v.pipe(
    v.array(PastedWording, 'The translations must be a list'),
    v.check(
      (wordings) => new Set(wordings.map(({ language, reader }) => `${language} ${reader}`)).size === wordings.length,
      'Each translation is there once',
    ),
    v.check(
      (wordings) => wordings.every(({ language, reader }) => !isBuiltIn(language, reader)),
      'These English words are the author’s: nobody changes them',
    ),
  ),
});
export type ExperienceSettings = v.InferOutput<typeof ExperienceSettings>;

/** The settings of an organisation that has changed nothing: nobody is asked. */
export const EXPERIENCE_OFF: ExperienceSettings = { isOn: false, hasReadLicence: false, wordings: [] };

/** Wording in one language. */
export type SpokenWording = Wording & { readonly language: PageLanguage };

/** All wordings for a reader, by language; empty where there are no words for them: then they are not asked. */
export function wordingsFor(reader: ExperienceReader, pasted: readonly PastedWording[]): SpokenWording[] {
  return PAGE_LANGUAGES.flatMap((language) => {
    const builtIn = isPatientLanguage(language) ? undefined : englishWording(reader);
    if (builtIn !== undefined) return [{ language, ...builtIn }];
    const lines = pasted.find((each) => each.language === language && each.reader === reader)?.lines;
    if (lines === undefined) return [];
    return [{ language, questions: lines.slice(0, WORDING_COUNTS.questions), answers: lines.slice(WORDING_COUNTS.questions) }];
  });
}

function isBuiltIn(language: PageLanguage, reader: ExperienceReader): boolean {
  return !isPatientLanguage(language) && englishWording(reader) !== undefined;
}
