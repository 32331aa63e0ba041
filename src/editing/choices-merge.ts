import { linesField, type FieldMerge } from './form-merge.ts';
import type { ChoiceForm } from './choices-form.ts';

/** The merge of the choices of a procedure or a template, each by itself. */
export function choicesMerge<F extends { readonly choices: readonly ChoiceForm[] }>(label: string): FieldMerge<F> {
  return linesField<'choices', ChoiceForm, F>('choices', label, {
    hasIds: true,
    identityOf: ({ id }) => id,
    nameOf: ({ ask }) => ask,
    wordsOf: ({ ask, ACCEPT, REFUSE, DISCUSS, NONE, isSafety }) => [
      { label: 'Choice', text: ask },
      { label: 'Yes', text: ACCEPT },
      { label: 'No', text: REFUSE },
      { label: 'Wants to talk', text: DISCUSS },
      { label: 'No answer', text: NONE },
      { label: 'About safety', text: isSafety ? 'Yes' : 'No' },
    ],
  });
}
