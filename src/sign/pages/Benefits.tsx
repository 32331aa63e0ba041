import { signerSourceLine } from '#domain/values/source-line.ts';
import { Clinical } from '#src/sign/pieces/Clinical.tsx';
import { ReadOn } from '#src/sign/pieces/ReadOn.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { ProcedureHeading } from '#src/sign/pieces/ProcedureWords.tsx';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { ENGLISH } from '#src/sign/texts/reading-language.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

export function Benefits({ visiting, details: { consent }, navigation }: SignerStepProps) {
  const { benefits, risks } = useFormTexts();
  return (
    <SignerPage {...navigation} h1={benefits.h1} actions={<ReadOn dispatch={visiting.dispatch} />}>
      {consent.procedures.map((procedure, at) => (
        <section key={at}>
          <h2>
            <ProcedureHeading of={procedure} />
          </h2>
          {procedure.benefits.length === 0 && <p>{benefits.none}</p>}
          <ul className="cards">
            {procedure.benefits.map((benefit) => {
              const source = signerSourceLine(benefit);
              return (
                <li key={benefit.text} className="card">
                  <p {...ENGLISH}>
                    <Clinical of={benefit.text} />
                  </p>
                  {source !== '' && (
                    <p className="small">
                      {risks.source} <bdi {...ENGLISH}>{source}</bdi>
                    </p>
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </SignerPage>
  );
}
