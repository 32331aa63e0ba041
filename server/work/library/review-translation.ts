import type { Parsed } from '#contract/calls.ts';
import { ENGLISH_NAMES } from '#domain/values/patient-languages.ts';
import { presentPart, PROCEDURE_TRANSLATION } from '#domain/library/procedure-texts.ts';
import { reviewRefusal, withReviewMark } from '#domain/templates/translation-review.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { lockUnchanged, storeEdit } from './edit-procedure.ts';
import type { Editing } from './procedure-event.ts';

/**
 * Sets or takes away the mark that somebody else than its writers has read a translation. The text of a version that was in use never
 * changes, and the mark is pinned with it: there the mark makes the next version, a draft. Texts of other English words than the present
 * ones go with the mark, as its reader was not shown them.
 *
 * @returns the version that has the mark
 * @throws Refused NOT_FOUND, VERSION_CONFLICT for a stale revision, MOVE_REFUSED for a retired version or a translation of no present text, OWN_REVIEW
 */
export async function reviewTranslation(
  { procedureID: id, revision, language, reviewed }: Parsed<'procedureReviewTranslation'>,
  editing: Editing,
): Promise<number> {
  const { newest } = await lockUnchanged(editing, { id, revision });
  if (newest.status === 'RETIRED') throw moveRefused('PROCEDURE_RETIRED');
  const translations = newest.fields.translations ?? [];
  const translation = translations.find((each) => each.language === language);
  const mark = { english: newest.fields, reviewed, userId: editing.actor.userId };
  const refusal = reviewRefusal(PROCEDURE_TRANSLATION, translation, mark);
  if (refusal === 'MOVE_REFUSED') throw moveRefused('TEXT_NOT_TRANSLATED');
  if (refusal !== null) throw new Refused(refusal);
  // The mark is of what a reviewer was shown, and of nothing else that is stored.
  const read = translations.map((each) => (each === translation ? presentPart(each, newest.fields) : each));
  const marked = withReviewMark(reviewed ? read : translations, { language, reviewed });
  if (marked === null) return newest.version;
  return storeEdit(editing, newest, {
    fields: { ...newest.fields, translations: marked },
    changed: ['translations'],
    isReview: true,
    note: `${ENGLISH_NAMES[language]}: ${reviewed ? 'marked as reviewed' : 'mark of the review taken away'}`,
  });
}
