import * as v from 'valibot';
import { SingleLine } from '#domain/values/text.ts';
import { CHOICE_TITLE_MOST, ChoiceId } from './choice-id.ts';

// Apart from the choices of a form, which the signer's pages load.

/** Characters of the words for one answer to a choice [choice]. */
export const CHOICE_WORDS_MOST = 120;

/** Choices of one procedure, or one template, beside those that every form asks [choice]. */
export const OFFERED_CHOICES_MOST = 10;

const Words = (label: string) => v.optional(v.nullable(SingleLine({ label, least: 1, most: CHOICE_WORDS_MOST })));

const Parts = v.strictObject({
  id: ChoiceId,
  words: v.strictObject({
    ask: SingleLine({ label: 'Choice title', least: 1, most: CHOICE_TITLE_MOST }),
    ACCEPT: Words('Words of a yes'),
    REFUSE: Words('Words of a no'),
    DISCUSS: Words('Words of a wish to talk'),
    NONE: Words('Words of no answer'),
  }),
  /** without an answer it is open, as blood is */
  isSafety: v.optional(v.boolean('The Safety mark must be yes or no')),
});
type PartsSchema = typeof Parts;
// An interface, so that declarations name the schema: written out, the table of calls is longer than the compiler takes.
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type is written out
export interface ChoiceDetailSchema extends PartsSchema {}
/**
 * A choice of a hospital's own beside its question: the words of each answer, as theatre reads them by themselves, and whether it is about
 * safety. `ask` is the title of the choice: the details hold for no other question under the same id.
 */
export const ChoiceDetail: ChoiceDetailSchema = Parts;
export type ChoiceDetail = v.InferOutput<ChoiceDetailSchema>;

/** The choices that the forms of a procedure or a template ask beside those of every form. */
export const OfferedChoices = v.pipe(
  v.array(ChoiceDetail, 'The choices must be a list'),
  v.maxLength(OFFERED_CHOICES_MOST, `At most ${OFFERED_CHOICES_MOST} choices`),
);
