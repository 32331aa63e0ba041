import { RichText } from '#src/rich-text/RichText.tsx';
import { ProcedureHeading } from '#src/sign/pieces/ProcedureWords.tsx';
import { ReadOn } from '#src/sign/pieces/ReadOn.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { ENGLISH } from '#src/sign/texts/reading-language.ts';
import { useRoleTexts } from '#src/sign/texts/use-role-texts.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** The sections of each procedure: the library's, and the clinician's own. */
export function More({ visiting, details: { consent }, navigation }: SignerStepProps) {
  const { procedures } = consent;
  const { more } = useRoleTexts();
  return (
    <SignerPage {...navigation} h1={more.h1} actions={<ReadOn dispatch={visiting.dispatch} />}>
      {procedures.map(
        (procedure, at) =>
          (procedure.sections ?? []).length > 0 && (
            <div key={at}>
              {/* The bar above names the only procedure of a form. */}
              {procedures.length > 1 && (
                <p className="lead">
                  <ProcedureHeading of={procedure} />
                </p>
              )}
              {procedure.sections?.map(({ id, title, nodes }) => (
                <section key={id} className="card rich" {...ENGLISH}>
                  <h2>{title}</h2>
                  <RichText nodes={nodes} />
                </section>
              ))}
            </div>
          ),
      )}
    </SignerPage>
  );
}
