import { ALTERNATIVE_MOST, ALTERNATIVES_MOST, BENEFITS_MOST, RISKS_MOST } from './procedure-parts.ts';
import * as v from 'valibot';
import { Prose, SingleLine } from '#domain/values/text.ts';
import { TranslationLanguage, TranslationReview } from '#domain/templates/translation.ts';
import { NAME_MOST, NOTE_MOST, LONG_TEXT_MOST } from '#domain/values/text-limits.ts';

function translated<S extends v.GenericSchema<unknown, string>>(text: S) {
  // The longest English text of a procedure is its description.
  return v.strictObject({ english: Prose({ label: 'English text', least: 1, most: LONG_TEXT_MOST }), text });
}

function listOf<S extends v.GenericSchema>(item: S, most: number) {
  return v.optional(v.pipe(v.array(item, 'This must be a list'), v.maxLength(most, `At most ${most} translated texts`)), []);
}

const nullable = <S extends v.GenericSchema>(item: S) => v.optional(v.nullable(item), null);

const Texts = {
  language: TranslationLanguage,
  procedureName: nullable(translated(SingleLine({ label: 'translated name', least: 1, most: NAME_MOST }))),
  procedureDescription: nullable(translated(Prose({ label: 'translated description', least: 1, most: LONG_TEXT_MOST }))),
  benefits: listOf(translated(Prose({ label: 'translated benefit', least: 1, most: NOTE_MOST })), BENEFITS_MOST),
  risks: listOf(
    v.strictObject({
      name: nullable(translated(SingleLine({ label: 'translated risk', least: 1, most: NAME_MOST }))),
      text: nullable(translated(Prose({ label: 'translated risk text', least: 1, most: NOTE_MOST }))),
    }),
    RISKS_MOST,
  ),
  alternatives: listOf(
    translated(SingleLine({ label: 'translated alternative', least: 1, most: ALTERNATIVE_MOST })),
    ALTERNATIVES_MOST,
  ),
};

/** The translations of an edit. Their marks and writers are the server's: of those that a caller sends back nothing is read. */
export const ProcedureTranslationDraft = v.object(Texts);
export type ProcedureTranslationDraft = v.InferOutput<typeof ProcedureTranslationDraft>;

/** One translation of a procedure. Texts may be missing: those are shown in English. */
export const ProcedureTranslation = v.object({ ...Texts, ...TranslationReview });
export type ProcedureTranslation = v.InferOutput<typeof ProcedureTranslation>;
