import { languageAttributes, OWN_NAMES, type PageLanguage, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { useLayoutEffect } from 'react';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import type { Dictionary } from '#src/sign/texts/reading-language.ts';

export type LanguagePickerProps = {
  readonly offered: readonly PatientLanguage[];
  readonly language: PageLanguage;
  /** undefined while the pages are read in English */
  readonly about: Dictionary['about'] | undefined;
  /** the texts of the language that was chosen did not come */
  readonly isMissing: boolean;
  /** the language whose texts are on their way */
  readonly coming: PatientLanguage | undefined;
  readonly onChoose: (language: PageLanguage) => void;
};

const NOT_LOADED = 'This language could not be loaded. Please try again.';

/** The languages of the pages, each by its own name. */
export function LanguagePicker({ offered, language, about, isMissing, coming, onChoose }: LanguagePickerProps) {
  const { moment } = useTexts();
  // Before any other effect: a voice to read aloud is chosen by it. Pages without a choice are English.
  useLayoutEffect(() => {
    markPage(language);
    return () => markPage('en');
  }, [language]);
  return (
    <div className="languages" role="group" aria-label={about?.languages ?? 'Language'}>
      {(['en', ...offered] as const).map((each) => (
        <button
          key={each}
          type="button"
          {...languageAttributes(each)}
          aria-pressed={each === (coming ?? language)}
          aria-busy={each === coming}
          onClick={() => onChoose(each)}
        >
          {OWN_NAMES[each]}
        </button>
      ))}
      <span role="status">{coming !== undefined && moment}</span>
      {isMissing && <span role="alert">{about?.notLoaded ?? NOT_LOADED}</span>}
    </div>
  );
}

function markPage(language: PageLanguage): void {
  Object.assign(document.documentElement, languageAttributes(language));
}
