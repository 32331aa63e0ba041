import { Clinical } from '#src/sign/pieces/Clinical.tsx';
import { ReadOn } from '#src/sign/pieces/ReadOn.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { ProcedureHeading } from '#src/sign/pieces/ProcedureWords.tsx';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { ENGLISH } from '#src/sign/texts/reading-language.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** The alternatives of each procedure, "No treatment" among them. */
export function OtherWays({ visiting, details: { consent }, navigation }: SignerStepProps) {
  const { other } = useFormTexts();
  return (
    <SignerPage {...navigation} h1={other.h1} actions={<ReadOn dispatch={visiting.dispatch} />}>
      {consent.procedures.map((procedure, at) => (
        <section key={at}>
          {/* The bar above names the only procedure of a form. */}
          {consent.procedures.length > 1 && (
            <h2>
              <ProcedureHeading of={procedure} />
            </h2>
          )}
          <p>{other.lead}</p>
          <ul className="plain" {...ENGLISH}>
            {procedure.alternatives.map((alternative) => (
              <li key={alternative}>
                <Clinical of={alternative} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p>{other.none}</p>
    </SignerPage>
  );
}
