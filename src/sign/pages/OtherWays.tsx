import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { ProcedureWords } from '#src/sign/pieces/ProcedureWords.tsx';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import type { SignerStepProps } from './step-props.ts';

/** The alternatives of each procedure, "No treatment" among them. */
export function OtherWays({ visiting, details: { consent }, place }: SignerStepProps) {
  const { other } = useFormTexts();
  const onward = () => visiting.dispatch({ kind: 'onward' });
  return (
    <SignerPage {...place} h1={other.h1} actions={<Onward onClick={onward} />}>
      <p>{other.lead}</p>
      {consent.procedures.map((procedure, at) => (
        <section key={at}>
          <h2>
            <ProcedureWords of={procedure} />
          </h2>
          <ul className="cards">
            {procedure.alternatives.map((alternative) => (
              <li key={alternative} className="card">
                {alternative}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p>{other.none}</p>
    </SignerPage>
  );
}
