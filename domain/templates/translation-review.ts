import { isSameValue } from '#domain/base/canonical.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';

type Draft = { readonly language: PatientLanguage };
type Reviewed = { reviewed: boolean; writers: string[] };

type EditOf<T> = {
  readonly userId: string;
  readonly empty: (language: PatientLanguage) => T;
  readonly isUnchanged?: (draft: T, before: T) => boolean;
};

/**
 * The translations after an edit. A changed one loses the mark of its review and gains the editor as a writer; an unchanged one keeps
 * both. One that is left out stays in the list with its writers and without texts: somebody may write it again, and the writers of
 * before cannot review that either.
 *
 * @param stored - with mark and writers, as before the edit
 * @param of.empty - a translation without texts
 * @param of.isUnchanged - whether the words of the first are all among those of the second
 */
export function translationsAfterEdit<T extends Draft>(
  stored: readonly (T & Reviewed)[],
  given: readonly T[],
  { userId, empty, isUnchanged = isSameValue }: EditOf<T>,
): (T & Reviewed)[] {
  const removed = stored.filter(({ language }) => given.every((draft) => draft.language !== language));
  const emptied = removed.map(({ language, writers }) => ({ ...empty(language), reviewed: false, writers }));
  const edited = given.map((draft) => {
    const before = stored.find(({ language }) => language === draft.language);
    if (before === undefined) return { ...draft, reviewed: false, writers: [userId] };
    const { reviewed, writers, ...texts } = before;
    // The rest of a stored translation is its texts, as of a draft.
    if (isUnchanged(draft, texts as unknown as T)) return { ...draft, reviewed, writers };
    return { ...draft, reviewed: false, writers: [...new Set([...writers, userId])] };
  });
  return [...edited, ...emptied];
}

/** Whether somebody wrote at a translation, and so cannot be the one who reviews it. */
export function isOwnTranslation({ writers }: Pick<Reviewed, 'writers'>, userId: string): boolean {
  return writers.includes(userId);
}

/** The translations with the mark of one language set or taken away; null where nothing changes. */
export function withReviewMark<T extends Draft & Reviewed>(
  translations: readonly T[],
  { language, reviewed }: { language: PatientLanguage; reviewed: boolean },
): T[] | null {
  const found = translations.find((each) => each.language === language);
  if (found === undefined || found.reviewed === reviewed) return null;
  return translations.map((each) => (each === found ? { ...each, reviewed } : each));
}
