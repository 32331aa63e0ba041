import '../style/language.css';
import { isPatientLanguage, type PageLanguage, type PatientLanguage } from '#domain/values/patient-languages.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { firstLanguage } from './first-language.ts';
import { LanguagePicker } from './LanguagePicker.tsx';
import { ENGLISH, type Dictionary, type Reading, type Translated } from '#src/sign/texts/reading-language.ts';
import { StatementMeaning } from '#src/sign/pieces/StatementMeaning.tsx';
import { isInEnglish } from './in-english.ts';
import { storedLanguage, storeLanguage } from './stored-language.ts';

const FETCH: Readonly<Record<PatientLanguage, () => Promise<Dictionary>>> = {
  cy: async () => (await import('#src/sign/texts/cy/dictionary.ts')).welsh,
  ar: async () => (await import('#src/sign/texts/ar/dictionary.ts')).arabic,
};

/** The visit, the languages that are offered in it, and the patient's own with the signer's role: null where nobody may know them yet. */
type Request = readonly [
  visitId: string,
  languages: readonly PatientLanguage[],
  language: string | null,
  role: SignerRole | null,
];

let latest = 0;

/**
 * Shows the pages in the language that was chosen in this visit, or else in the first one, and lets the reader choose another.
 *
 * @param request - JSON: the same text is the same request
 */
export function offerLanguages(request: string, show: (reading: Reading) => void): void {
  // Written by `useReading` of the same build.
  const [visitId, offered, ...reader] = JSON.parse(request) as Request;
  const showIn = async (language: PageLanguage, before?: Translated | null) => {
    const turn = (latest += 1);
    // The choice is seen at once, however long its texts take.
    if (isPatientLanguage(language) && before !== undefined) show(readingOf(before, { coming: language }));
    const dictionary = isPatientLanguage(language) ? await FETCH[language]().catch(() => undefined) : null;
    // Somebody has chosen another meanwhile.
    if (turn !== latest) return;
    const translation = dictionary && translated(dictionary);
    // Texts that do not come leave the pages as they were.
    const isMissing = dictionary === undefined;
    show(readingOf(isMissing ? (before ?? null) : (translation ?? null), { isMissing }));
  };
  const choose = (language: PageLanguage, before: Translated | null) => {
    storeLanguage(visitId, language);
    void showIn(language, before);
  };
  const readingOf = (
    translation: Translated | null,
    { isMissing = false, coming }: { isMissing?: boolean; coming?: PatientLanguage },
  ): Reading => {
    const language = translation?.language ?? 'en';
    return {
      language,
      translation,
      picker: (
        <LanguagePicker
          offered={offered}
          language={language}
          about={translation?.about}
          isMissing={isMissing}
          coming={coming}
          onChoose={(next) => choose(next, translation)}
        />
      ),
      mark: translation === null ? undefined : <Unreviewed words={translation.about.unreviewed} />,
    };
  };
  void showIn(storedLanguage(visitId) ?? firstLanguage(offered, ...reader));
}

const known = new WeakMap<Dictionary, Translated>();

// The same for one dictionary: pages tell by it whether their words have changed.
function translated(dictionary: Dictionary): Translated {
  const parts = known.get(dictionary) ?? {
    ...dictionary,
    evidence: { readIn: dictionary.language },
    note: (details, at) => isInEnglish(details, at, dictionary.language) && <InEnglish words={dictionary.about.inEnglish} />,
    statement: (details) => <StatementMeaning details={details} dictionary={dictionary} />,
  };
  known.set(dictionary, parts);
  return parts;
}

function InEnglish({ words }: { readonly words: string }) {
  return <aside className="in-english">{words}</aside>;
}

function Unreviewed({ words }: { readonly words: string }) {
  return (
    <p className="unreviewed">
      {words} <bdi {...ENGLISH}>Translation not yet reviewed</bdi>
    </p>
  );
}
