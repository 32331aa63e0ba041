import type { Visiting } from '#src/sign/use-visit.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';

/** The quiet way out of a page that is read: to a question, more time, or no. */
export function StopHere({ dispatch, isBusy = false }: Pick<Visiting, 'dispatch'> & { readonly isBusy?: boolean }) {
  const { stop } = useFormTexts();
  return (
    <button
      type="button"
      className="change"
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) dispatch({ kind: 'aside', aside: 'stop' });
      }}
    >
      {stop.link}
    </button>
  );
}
