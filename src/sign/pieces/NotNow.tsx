import { isInterpreter, isWitness } from '#domain/forms/signer-roles.ts';
import { ReaderRole } from '#src/sign/texts/use-texts.ts';
import { useContext } from 'react';
import type { Visiting } from '#src/sign/use-visit.ts';
import type { Aside } from '#src/sign/visit.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';

/** The other answers, as easy to choose as the signature: an interpreter cannot sign, and a witness decides nothing at all. */
export function NotNow({ dispatch, isBusy = false }: Pick<Visiting, 'dispatch'> & { readonly isBusy?: boolean }) {
  const { sign } = useFormTexts();
  const role = useContext(ReaderRole);
  const go = (aside: Aside) => () => {
    if (!isBusy) dispatch({ kind: 'aside', aside });
  };
  if (isWitness(role)) return null;
  return (
    <div className="two">
      {!isInterpreter(role) && (
        <button type="button" className="button" aria-disabled={isBusy} onClick={go('later')}>
          {sign.later}
        </button>
      )}
      <button type="button" className="button" aria-disabled={isBusy} onClick={go('decline')}>
        {sign.decline}
      </button>
    </div>
  );
}
