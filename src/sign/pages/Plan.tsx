import { acronymBeside } from '#domain/consents/acronym.ts';
import { isInterpreted } from '#domain/consents/consent.ts';
import { fullShownOf } from '#domain/consents/shown.ts';
import { Beside } from '#src/sign/pieces/Beside.tsx';
import { Clinical } from '#src/sign/pieces/Clinical.tsx';
import { ReadOn } from '#src/sign/pieces/ReadOn.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { ProcedureHeading } from '#src/sign/pieces/ProcedureWords.tsx';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { ENGLISH } from '#src/sign/texts/reading-language.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

// Apart: few forms have leaflets.
const fetchResources = () => import('#src/sign/pieces/Resources.tsx').then(({ Resources }) => Resources);

/** The plan: the procedure and its side in words, what is done, who discussed it, who interprets. */
export function Plan({ visiting, details: { consent, shown, extras }, navigation }: SignerStepProps) {
  const words = useFormTexts();
  const { plan, anaesthetic, interpreterMode } = words;
  const { interpreter } = consent;
  const child = fullShownOf(shown)?.family?.child;
  return (
    <SignerPage {...navigation} h1={plan.h1} actions={<ReadOn dispatch={visiting.dispatch} />}>
      {child?.agreement === 'DISAGREES' && (
        <section className="card note">
          <h2>{plan.childSaidNo}</h2>
          {child.note !== '' && (
            <p className="kept-lines" dir="auto">
              {child.note}
            </p>
          )}
        </section>
      )}
      {consent.procedures.map((each, at) => (
        <section key={at} className="card">
          <h2>
            <ProcedureHeading of={each} acronym={acronymBeside(each)} />
          </h2>
          {each.procedureDescription !== '' && (
            <p {...ENGLISH}>
              <Clinical of={each.procedureDescription} />
            </p>
          )}
          {each.anaesthetic.length > 0 && (
            <>
              <h3>{plan.anaesthetic}</h3>
              {each.anaesthetic.map((kind) => (
                <p key={kind}>{kind in anaesthetic ? anaesthetic[kind as keyof typeof anaesthetic] : kind}</p>
              ))}
            </>
          )}
        </section>
      ))}
      {consent.clinicianStatement?.discussed === true && <p>{plan.lead(consent.clinician.name)}</p>}
      {(interpreter !== null || consent.interpreterNoneReason !== '') && (
        <section className="card">
          <h2>{plan.interpreter}</h2>
          {interpreter !== null && isInterpreted(consent) ? (
            <p>
              <bdi>{plan.interprets(interpreter.name, interpreter.language)}</bdi> ({interpreterMode[interpreter.mode]}
              {(interpreter.relation ?? '') === '' ? (
                ''
              ) : (
                <>
                  , <bdi>{interpreter.relation}</bdi>
                </>
              )}
              )
            </p>
          ) : (
            <p>
              {plan.noInterpreter} <bdi {...ENGLISH}>{consent.interpreterNoneReason}</bdi>
            </p>
          )}
          {interpreter !== null && interpreter.statement !== '' && isInterpreted(consent) && (
            <p className="kept-lines">
              {plan.statement} <bdi>{interpreter.statement}</bdi>
            </p>
          )}
        </section>
      )}
      <p>{plan.check}</p>
      {extras?.resources?.[0] && <Beside from={fetchResources} props={extras} />}
    </SignerPage>
  );
}
