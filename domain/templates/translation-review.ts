import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import type { TranslationKind } from './translation.ts';

type Draft = { readonly language: PatientLanguage };
type Reviewed = { reviewed: boolean; writers: string[] };

/**
 * The translations after an edit. A changed one loses the mark of its review and gains the editor as a writer; an unchanged one keeps
 * both. One that is left out stays in the list with its writers and without texts: somebody may write it again, and the writers of
 * before cannot review that either.
 *
 * @param edit.stored - with mark and writers, as before the edit
 */
export function translationsAfterEdit<T extends Draft>(
  kind: Pick<TranslationKind<T, never>, 'empty' | 'isUnchanged'>,
  { stored, drafts, userId }: { stored: readonly (T & Reviewed)[]; drafts: readonly T[]; userId: string },
): (T & Reviewed)[] {
  const removed = stored.filter(({ language }) => drafts.every((draft) => draft.language !== language));
  const emptied = removed.map(({ language, writers }) => ({ ...kind.empty(language), reviewed: false, writers }));
  const edited = drafts.map((draft) => {
    const before = stored.find(({ language }) => language === draft.language);
    if (before === undefined) return { ...draft, reviewed: false, writers: [userId] };
    const { reviewed, writers } = before;
    if (kind.isUnchanged(draft, before)) return { ...draft, reviewed, writers };
    return { ...draft, reviewed: false, writers: [...new Set([...writers, userId])] };
  });
  return [...edited, ...emptied];
}

/** Whether the mark of a review stays with an edit. @param stored - undefined for a translation that is new */
export function keepsReview<T extends Draft>(
  kind: Pick<TranslationKind<T, never>, 'isUnchanged'>,
  draft: T,
  stored: (T & Reviewed) | undefined,
): boolean {
  return stored !== undefined && stored.reviewed && kind.isUnchanged(draft, stored);
}

/**
 * Why somebody may not mark a translation as reviewed, or take its mark away; null where they may. Who wrote it cannot review it, and
 * nobody reads it against English words that it is not of.
 *
 * @param mark.reviewed - the mark after it
 */
export function reviewRefusal<T extends Draft, E>(
  kind: Pick<TranslationKind<T, E>, 'hasTexts' | 'isReadable'>,
  translation: (T & Reviewed) | undefined,
  { english, reviewed, userId }: { english: E; reviewed: boolean; userId: string },
): 'NOT_FOUND' | 'OWN_REVIEW' | 'MOVE_REFUSED' | null {
  if (translation === undefined || !kind.hasTexts(translation)) return 'NOT_FOUND';
  if (reviewed && translation.writers.includes(userId)) return 'OWN_REVIEW';
  return reviewed && !kind.isReadable(translation, english) ? 'MOVE_REFUSED' : null;
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
