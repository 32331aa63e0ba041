import { TemplateFields } from '#domain/templates/template-fields.ts';
import { Template } from '#domain/templates/library-template.ts';
import { TranslationLanguage, translationsOf } from '#domain/templates/translation.ts';
import { TemplateTranslationDraft } from '#domain/templates/template-translation.ts';
import { Uuid } from '#domain/values/text.ts';
import { FILE_TYPES } from '#contract/engine/file-types.ts';
import * as v from 'valibot';
import { del, get, post, put } from '#contract/engine/define.ts';
import { ExpectedVersion } from '#contract/engine/expected-version.ts';
import { ListOf, PageFields } from '#contract/shapes/list-shapes.ts';
import { DataOf, Done } from '#contract/engine/shapes.ts';

/** One version of a template. */
const TemplateVersion = v.object({
  ...Template.entries,
  /** false for older versions, and for all of a template that was deleted */
  isCurrent: v.boolean(),
});
export type TemplateVersion = v.InferOutput<typeof TemplateVersion>;

/** Absent in an update: as stored. Marks of a review are the server’s: a changed translation loses its mark. */
const Translations = v.optional(translationsOf(TemplateTranslationDraft));

export const templates = {
  templatesCreate: post('templates/create', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['templates.edit'],
    summary: 'Makes a form template. Its text needs a place for each signature of its form type.',
    input: v.strictObject({ ...TemplateFields, translations: Translations }),
    output: DataOf(Template),
  }),
  templatesUpdate: put('templates/update', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['templates.edit'],
    summary: 'Makes a new version of a template; forms that were sent keep the version that they were sent with.',
    input: v.strictObject({
      _id: Uuid,
      version: ExpectedVersion,
      /** The revision that the caller saw: each save makes a version, so it is the version's number. */
      revision: v.optional(ExpectedVersion),
      ...TemplateFields,
      translations: Translations,
    }),
    output: DataOf(Template),
  }),
  templatesReviewTranslation: post('templates/review/translation', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['procedures.publish'],
    summary:
      'Marks a translation of a template as reviewed, or takes the mark away; who wrote it cannot. As each change, it makes a version.',
    input: v.strictObject({
      _id: Uuid,
      version: ExpectedVersion,
      language: TranslationLanguage,
      reviewed: v.boolean('Say whether the translation was reviewed'),
    }),
    output: DataOf(Template),
  }),
  templatesPreview: post('templates/preview', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['templates.edit'],
    summary:
      'The page of a text that is not stored yet, with an example patient: watermarked, never sealed, stored nowhere. A draft without its places to sign is drawn too.',
    input: v.strictObject({
      formType: TemplateFields.formType,
      data: TemplateFields.data,
      /** SVG: all pages below one another */
      format: v.optional(v.picklist(['PDF', 'SVG'], 'The format must be PDF or SVG'), 'PDF'),
    }),
    output: v.unknown(),
    answer: 'file',
    fileTypes: [FILE_TYPES.PDF, FILE_TYPES.SVG],
    keyed: false,
  }),
  templatesDelete: del('templates/delete', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['templates.edit'],
    summary: 'Takes a template off the list. Its versions can still be read, and forms that use it stay as they are.',
    input: v.strictObject({ _id: Uuid }),
    output: Done,
  }),
  templatesGetVersions: get('templates/get/versions', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['consents.read'],
    summary: 'The versions of one template, the newest first; of a deleted one as well.',
    input: v.strictObject({ _id: Uuid, ...PageFields }),
    output: ListOf(TemplateVersion),
  }),
};
