import type { Visiting } from '#src/sign/use-visit.ts';
import type { Aside } from '#src/sign/visit.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';

/** The two other answers, as easy to choose as the signature. */
export function NotNow({ dispatch, isBusy = false }: Pick<Visiting, 'dispatch'> & { readonly isBusy?: boolean }) {
  const { sign } = useFormTexts();
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
