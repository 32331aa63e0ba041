import { decides, isInterpreter } from '#domain/forms/signer-roles.ts';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import type { Aside } from '#src/sign/visit.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** The ways to stop before the last page: a question, more time, or no. Back leads to the page that was read. */
export function StopPage({ visiting: { dispatch }, details: { role }, navigation }: SignerStepProps) {
  const { stop, sign } = useFormTexts();
  const ask = () => {
    dispatch({ kind: 'input', input: { asks: true } });
    dispatch({ kind: 'change', at: 'question' });
  };
  const go = (aside: Aside) => () => dispatch({ kind: 'aside', aside });
  return (
    <SignerPage
      onBack={navigation.onBack}
      isBusy={navigation.isBusy}
      h1={stop.h1}
      actions={
        <>
          {decides(role) && (
            <button type="button" className="button" onClick={ask}>
              {stop.ask}
            </button>
          )}
          {!isInterpreter(role) && (
            <button type="button" className="button" onClick={go('later')}>
              {sign.later}
            </button>
          )}
          <button type="button" className="button" onClick={go('decline')}>
            {sign.decline}
          </button>
        </>
      }
    >
      <p>{stop.lead}</p>
      <p>{stop.tablet}</p>
    </SignerPage>
  );
}
