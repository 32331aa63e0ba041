import { safetyChoicesOf, safetyNotShown, withSafetyChoices } from '#domain/consents/safety-choices.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import type { Db } from '#server/data/db.ts';
import { proceduresOf, templateAt } from '#server/data/library/library.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';
import { choicesOfDraft, offeringIn, storedChoices } from './library-choices.ts';

type Form = { readonly content: DraftRowContent; readonly formType: FormType };

/**
 * The content of a form that is not pinned yet, with each choice about safety that it must show: one that a call left out, or stripped of
 * its mark, is put back. A form that no patient reads asks nobody.
 *
 * @param isNew - a version that is only being opened has more choices than a form holds rather than none: whoever completes it leaves some out
 * @throws Refused INVALID where any other form then has more choices than it holds
 */
export async function withSafetyOnForm(
  db: Db,
  organisationId: string,
  { content, formType }: Form,
  isNew = false,
): Promise<DraftRowContent> {
  const { safetyNotShown: _, ...draft } = content;
  if (deciderOf(formType) === 'clinician') return draft;
  const whole = withSafetyChoices(draft, await safetyOf(db, organisationId, draft));
  if (whole === draft) return draft;
  return { ...draft, ...(isNew ? storedChoices(whole) : choicesOfDraft(whole)) };
}

/**
 * The content of a form as it is pinned. One that a tablet has pinned stays as it was shown, and says which choices about safety it does
 * not show; any other gets them back.
 *
 * @param pinned - the template's version, and whether a tablet pinned the form and may hold signatures on it
 */
export async function safetyAtPin(
  db: Db,
  organisationId: string,
  { content, form_type: formType }: Pick<ConsentRow, 'content' | 'form_type'>,
  { templateVersion, isPinnedOnTablet }: { readonly templateVersion: number | undefined; readonly isPinnedOnTablet: boolean },
): Promise<DraftRowContent> {
  if (!isPinnedOnTablet) return withSafetyOnForm(db, organisationId, { content, formType });
  const { safetyNotShown: _, ...draft } = content;
  const missed = safetyNotShown({ ...draft, formType }, await safetyOf(db, organisationId, draft, templateVersion));
  return missed.length === 0 ? draft : { ...draft, safetyNotShown: missed };
}

/** The choices about safety of a form: by the library at the versions that it names, and its template at this version, else the last. */
async function safetyOf(
  db: Db,
  organisationId: string,
  { procedures, templateID }: Pick<DraftRowContent, 'procedures' | 'templateID'>,
  templateVersion?: number,
): Promise<ChoiceDetail[]> {
  const named = procedures.map(({ procedureID, libraryVersion }) => ({ id: procedureID, version: libraryVersion }));
  const rows = await proceduresOf(db, organisationId, named);
  const template =
    templateID === null ? undefined : await templateAt(db, organisationId, { id: templateID, version: templateVersion });
  const choices = template?.choices ?? null;
  return safetyChoicesOf({
    procedures: procedures.map(offeringIn(rows)),
    template: choices === null ? undefined : { choices },
  });
}
