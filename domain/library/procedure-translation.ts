import * as v from 'valibot';
import { Prose, SingleLine } from '#domain/values/text.ts';
import { TranslationLanguage, TranslationReview } from '#domain/templates/translation.ts';

/** The longest English text of a procedure, characters: that of its description. */
const ENGLISH_MOST = 5000;

function translated<S extends v.GenericSchema<unknown, string>>(text: S) {
  return v.strictObject({ english: Prose({ label: 'English text', least: 1, most: ENGLISH_MOST }), text });
}

function listOf<S extends v.GenericSchema>(item: S, most: number) {
  return v.optional(v.pipe(v.array(item, 'This must be a list'), v.maxLength(most, `At most ${most} translated texts`)), []);
}

const nullable = <S extends v.GenericSchema>(item: S) => v.optional(v.nullable(item), null);

const Texts = {
  language: TranslationLanguage,
  procedureName: nullable(translated(SingleLine({ label: 'translated name', least: 1, most: 200 }))),
  procedureDescription: nullable(translated(Prose({ label: 'translated description', least: 1, most: 5000 }))),
  benefits: listOf(translated(Prose({ label: 'translated benefit', least: 1, most: 2000 })), 50),
  risks: listOf(
    v.strictObject({
      name: nullable(translated(SingleLine({ label: 'translated risk', least: 1, most: 200 }))),
      text: nullable(translated(Prose({ label: 'translated risk text', least: 1, most: 2000 }))),
    }),
    100,
  ),
  alternatives: listOf(translated(SingleLine({ label: 'translated alternative', least: 1, most: 300 })), 50),
};

/** The translations of an edit. Their marks and writers are the server's: of those that a caller sends back nothing is read. */
export const ProcedureTranslationDraft = v.object(Texts);
export type ProcedureTranslationDraft = v.InferOutput<typeof ProcedureTranslationDraft>;

/** One translation of a procedure. Texts may be missing: those are shown in English. */
export const ProcedureTranslation = v.object({ ...Texts, ...TranslationReview });
export type ProcedureTranslation = v.InferOutput<typeof ProcedureTranslation>;
