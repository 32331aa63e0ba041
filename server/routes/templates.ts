import { FILE_TYPES } from '#contract/engine/file-types.ts';
import { DONE } from '#domain/base/done-messages.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { choiceFaults } from '#domain/forms/choice-faults.ts';
import { templateFaults, tooLongFaults } from '#domain/templates/template-faults.ts';
import { TEMPLATE_TRANSLATION, type TemplateTranslationDraft } from '#domain/templates/template-translation.ts';
import { templateTranslationFaults } from '#domain/templates/translation-faults.ts';
import { reviewRefusal, translationsAfterEdit, withReviewMark } from '#domain/templates/translation-review.ts';
import { presentTemplate, type TemplateRow } from '#server/data/library/library.ts';
import type { Db } from '#server/data/db.ts';
import { deleteTemplate, insertTemplateVersion, listVersions, lockTemplate } from '#server/data/library/template-versions.ts';
import { newLetterhead } from '#server/work/documents/letterhead.ts';
import { templatePreview } from '#server/work/documents/template-preview.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Handlers } from '#server/http/serve.ts';

type Names =
  | 'templatesCreate'
  | 'templatesUpdate'
  | 'templatesPreview'
  | 'templatesReviewTranslation'
  | 'templatesDelete'
  | 'templatesGetVersions';

export const templatesHandlers: Pick<Handlers, Names> = {
  async templatesCreate({ data: nodes, translations = [], choices = [], ...fields }, { db, actor, deps, now }) {
    refuseFaulty({ ...fields, data: nodes, translations, choices });
    const at = { organisationId: actor.organisationId, id: deps.newId() };
    const written = editedTranslations([], translations, actor);
    const row = await insertTemplateVersion(db, at, {
      ...fields,
      nodes,
      translations: written,
      choices,
      version: 1,
      author: authorOf(actor),
      now,
    });
    return { message: DONE.TEMPLATE_CREATED, data: presentTemplate(row) };
  },

  async templatesUpdate(
    { _id: id, version, revision = version, data: nodes, translations, choices, ...fields },
    { db, actor, now },
  ) {
    refuseFaulty({ ...fields, data: nodes, translations: translations ?? [], choices: choices ?? [] });
    const at = { organisationId: actor.organisationId, id };
    const current = await lockUnchanged(db, at, { version, revision });
    const row = await insertTemplateVersion(db, at, {
      ...fields,
      nodes,
      // A translation of an earlier text stays stored: it is shown to nobody, and its writer begins from it.
      translations:
        translations === undefined ? current.translations : editedTranslations(current.translations, translations, actor),
      choices: choices ?? current.choices,
      version: version + 1,
      author: authorOf(actor),
      now,
    });
    return { message: DONE.TEMPLATE_SAVED, data: presentTemplate(row) };
  },

  async templatesPreview({ data: nodes, formType, format }, { db, actor, deps }) {
    const fields = tooLongFaults(nodes);
    if (fields.length > 0) throw new Refused('INVALID', { fields });
    const letterhead = await newLetterhead(db, actor.organisationId);
    const document = templatePreview({ letterhead, formType, nodes, today: todayOf(deps), madeAt: deps.clock() });
    if (format === 'SVG') return { file: await deps.pdf.picture(document), name: 'template.svg', type: FILE_TYPES.SVG };
    return { file: await deps.pdf.render(document), name: 'template.pdf', type: FILE_TYPES.PDF };
  },

  async templatesReviewTranslation({ _id: id, version, language, reviewed }, { db, actor, now }) {
    const at = { organisationId: actor.organisationId, id };
    const current = await lockUnchanged(db, at, { version, revision: version });
    const translation = current.translations.find((each) => each.language === language);
    const mark = { english: current.nodes, reviewed, userId: actor.userId };
    const refusal = reviewRefusal(TEMPLATE_TRANSLATION, translation, mark);
    if (refusal === 'MOVE_REFUSED') throw moveRefused('TEXT_NOT_TRANSLATED');
    if (refusal !== null) throw new Refused(refusal);
    const marked = withReviewMark(current.translations, { language, reviewed });
    if (marked === null) return { message: DONE.TRANSLATION_MARKED, data: presentTemplate(current) };
    const row = await insertTemplateVersion(db, at, {
      name: current.name,
      formType: current.form_type,
      speciality: current.speciality,
      nodes: current.nodes,
      translations: marked,
      choices: current.choices,
      version: version + 1,
      author: authorOf(actor),
      now,
    });
    return { message: DONE.TRANSLATION_MARKED, data: presentTemplate(row) };
  },

  async templatesDelete({ _id: id }, { db, actor, now }) {
    const { organisationId, userId } = actor;
    if (!(await deleteTemplate(db, { organisationId, id }, { userId, now }))) throw new Refused('NOT_FOUND');
    return { message: DONE.TEMPLATE_DELETED };
  },

  async templatesGetVersions({ _id: id, ...filter }, { db, actor }) {
    const page = await listVersions(db, { organisationId: actor.organisationId, id }, filter);
    if (page.total === 0) throw new Refused('NOT_FOUND');
    const records = page.records.map((row) => ({ ...presentTemplate(row), isCurrent: row.is_current }));
    return { message: DONE.OK, data: { ...page, records } };
  },
};

/** The present version, locked. @throws Refused NOT_FOUND, VERSION_CONFLICT with it for one that the caller has not seen */
async function lockUnchanged(
  db: Db,
  at: { organisationId: string; id: string },
  { version, revision }: { version: number; revision: number },
): Promise<TemplateRow> {
  const current = await lockTemplate(db, at);
  if (current === undefined) throw new Refused('NOT_FOUND');
  if (current.version !== version || current.version !== revision)
    throw new Refused('VERSION_CONFLICT', { data: { current: presentTemplate(current) }, shows: null });
  return current;
}

function editedTranslations(
  stored: TemplateRow['translations'],
  given: readonly TemplateTranslationDraft[],
  { userId }: StaffActor,
): TemplateRow['translations'] {
  return translationsAfterEdit(TEMPLATE_TRANSLATION, { stored, drafts: given, userId });
}

function authorOf({ userId, name }: StaffActor) {
  return { id: userId, name };
}

type Written = Parameters<typeof templateFaults>[0] & {
  readonly translations: readonly TemplateTranslationDraft[];
  readonly choices: readonly ChoiceDetail[];
};

/** @throws Refused INVALID with a sentence for each fault of the text, its translations and its choices */
function refuseFaulty({ formType, data, translations, choices }: Written): void {
  const ofTexts = [...templateFaults({ formType, data }), ...templateTranslationFaults(formType, translations)];
  const fields = [...ofTexts, ...choiceFaults(choices)];
  if (fields.length > 0) throw new Refused('INVALID', { fields });
}
