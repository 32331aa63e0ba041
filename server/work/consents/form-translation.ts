import type { ConsentProcedure } from '#domain/consents/consent.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import type { PinnedTranslation } from '#domain/consents/pinned-translation.ts';
import { shownTranslation, translationWithMeanings } from '#domain/consents/shown-translation.ts';
import type { Db } from '#server/data/db.ts';
import { proceduresOf, type TemplateRow } from '#server/data/library/library.ts';

type TranslatedForm = {
  /** null: the form is shown in English alone */
  readonly language: PatientLanguage | null;
  readonly procedures: readonly ConsentProcedure[];
  readonly template: Pick<TemplateRow, 'nodes' | 'translations'>;
  /** false: a tablet of a build before meanings has pinned the form */
  readonly hasMeanings?: boolean;
};

/** The translation of a form: of each procedure at the library's version that it was made from, and of its template at its own. */
export async function translationOnForm(
  db: Db,
  organisationId: string,
  { language, procedures, template, hasMeanings = true }: TranslatedForm,
): Promise<PinnedTranslation | null> {
  if (language === null) return null;
  const wanted = procedures.map(({ procedureID: id, libraryVersion: version }) => ({ id, version }));
  const rows = await proceduresOf(db, organisationId, wanted);
  return (hasMeanings ? translationWithMeanings : shownTranslation)(language, {
    procedures: procedures.map((onForm) => {
      const row = rows.find(({ id, version }) => id === onForm.procedureID && version === onForm.libraryVersion);
      return { onForm, translations: row?.fields.translations ?? [] };
    }),
    template,
  });
}
