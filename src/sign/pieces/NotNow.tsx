import type { Visiting } from '../use-visit.ts';
import type { Aside } from '../visit.ts';
import { useFormWords } from '../form-words.ts';

/** The two other answers, as easy to give as the signature. */
export function NotNow({ dispatch, isBusy = false }: Pick<Visiting, 'dispatch'> & { readonly isBusy?: boolean }) {
  const { sign } = useFormWords();
  const go = (aside: Aside) => () => {
    if (!isBusy) dispatch({ kind: 'aside', aside });
  };
  return (
    <div className="two">
      <button type="button" className="button" aria-disabled={isBusy} onClick={go('later')}>
        {sign.later}
      </button>
      <button type="button" className="button" aria-disabled={isBusy} onClick={go('decline')}>
        {sign.decline}
      </button>
    </div>
  );
}
