import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { choiceDetailFrom, choiceWordsValue } from '#src/ui/clinical/choice-words-value.ts';
import * as v from 'valibot';

const text = v.string();

/** A choice of a procedure or a template as form input. */
export const ChoiceForm = v.object({
  key: text,
  /** stays over all edits */
  id: text,
  ask: text,
  ACCEPT: text,
  REFUSE: text,
  DISCUSS: text,
  NONE: text,
  isSafety: v.boolean(),
});
export type ChoiceForm = v.InferOutput<typeof ChoiceForm>;

/** The choices of a procedure or a template as the form shows them. */
export function choiceFormsOf(choices: readonly ChoiceDetail[] | undefined): ChoiceForm[] {
  return (choices ?? []).map((each, at) => ({ key: String(at), id: each.id, ask: each.words.ask, ...choiceWordsValue(each) }));
}

/** The choices of the form, for the server. */
export function choicesFrom(forms: readonly ChoiceForm[]): ChoiceDetail[] {
  return forms.map(({ key: _, id, ask, ...value }) => choiceDetailFrom({ id, ask }, value));
}
