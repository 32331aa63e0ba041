import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { useState } from 'react';
import type { FormMerge, MergeSide } from './form-merge.ts';
import type { StoredDraft } from './use-stored-draft.ts';

/** A merge, with the text that the typed words started from. */
export type MergeOf<F> = FormMerge<F> & { readonly from: Omit<StoredDraft<F>, 'form'> };

/** The merge that an editor shows, and the choices at its clashes. */
export function useMerge<F>(start: MergeOf<F> | null) {
  const [merge, setMerge] = useState(start);
  const [choices, setChoices] = useState<Readonly<Record<string, MergeSide>>>({});
  const open = (merge?.clashes ?? []).filter(({ id }) => choices[id] === undefined);
  return {
    merge,
    choices,
    /** The clashes without a choice yet. */
    unchosen: open.map(({ id, label }): FieldProblem => ({ field: `keep-${id}`, message: `${label}: choose which one to keep` })),
    /** The draft for this tablet. While a choice is open it has the base of before, so that the question comes again with the words. */
    draftOf: (draft: StoredDraft<F>): StoredDraft<F> => (merge !== null && open.length > 0 ? { ...draft, ...merge.from } : draft),
    show: (next: MergeOf<F> | null) => {
      setMerge(next);
      setChoices({});
    },
    /** The form with the chosen side. */
    choose: (form: F, id: string, side: MergeSide): F => {
      setChoices((before) => ({ ...before, [id]: side }));
      return merge?.clashes.find((each) => each.id === id)?.settle(form, side) ?? form;
    },
  };
}
