import { signerSourceLine } from '#domain/values/source-line.ts';
import { formatCount } from '#domain/base/format-count.ts';
import { shownRisks, type ShownRisk } from '#domain/consents/risk-words.ts';
import { DotPicture } from '#src/sign/pieces/DotPicture.tsx';
import { Clinical } from '#src/sign/pieces/Clinical.tsx';
import { ReadOn } from '#src/sign/pieces/ReadOn.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { ProcedureHeading } from '#src/sign/pieces/ProcedureWords.tsx';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { ENGLISH } from '#src/sign/texts/reading-language.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** Risks of one procedure, every picture over the same number of people, so that they can be compared. */
export function Risks({ visiting, details: { consent }, navigation, at }: SignerStepProps & { readonly at: number }) {
  const { risks: words } = useFormTexts();
  const procedure = consent.procedures[at];
  if (procedure === undefined) return null;
  const { removedRisks } = procedure;
  const { over, risks, personalRisks, shared } = shownRisks(consent.procedures, at);
  const all = [...risks, ...personalRisks];
  return (
    <SignerPage {...navigation} h1={words.h1} actions={<ReadOn dispatch={visiting.dispatch} />}>
      <p className="lead">
        <ProcedureHeading of={procedure} />
      </p>
      {all.length + shared.length === 0 && <p>{words.none}</p>}
      {all.some(({ figure }) => figure?.kind === 'rate') && <p>{words.dots(formatCount(over))}</p>}
      <RiskList risks={risks} over={over} />
      {shared.length > 0 && <p>{words.shared(shared.join('; '))}</p>}
      {personalRisks.length > 0 && (
        <>
          <h2>{words.personal}</h2>
          <RiskList risks={personalRisks} over={over} />
        </>
      )}
      {removedRisks.length > 0 && (
        <>
          <h2>{words.removed}</h2>
          <p>{words.removedLead}</p>
          <ul {...ENGLISH}>
            {removedRisks.map(({ name, reason }) => (
              <li key={name}>
                <b>{name}</b>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </SignerPage>
  );
}

function RiskList({ risks, over }: { readonly risks: readonly ShownRisk[]; readonly over: 100 | 1000 }) {
  return (
    <ul className="cards">
      {risks.map((shown) => (
        <RiskCard key={shown.risk.name} shown={shown} over={over} />
      ))}
    </ul>
  );
}

function RiskCard({ shown, over }: { readonly shown: ShownRisk; readonly over: 100 | 1000 }) {
  const { risks: words } = useFormTexts();
  const { figure, alsoFor } = shown;
  const { name, text } = shown.risk;
  const source = signerSourceLine(shown.risk);
  return (
    <li className="card risk">
      <div>
        <h2 {...ENGLISH}>
          <Clinical of={name} />
        </h2>
        {text !== '' && (
          <p {...ENGLISH}>
            <Clinical of={text} />
          </p>
        )}
        <p className="num">
          {figure === null ? words.noFigure : <b>{words.figure(figure, over)}</b>}
          {figure?.word != null && ` (${words.figureWord(figure.word)})`}
        </p>
        {figure?.exact != null && <p className="small num">{words.exact(figure.exact)}</p>}
        {figure?.bound != null && <p className="small num">{words.bound(figure.bound)}</p>}
        {source !== '' && (
          <p className="small num">
            {words.source} <bdi {...ENGLISH}>{source}</bdi>
          </p>
        )}
        {alsoFor.length > 0 && <p>{words.alsoFor(alsoFor.join('; '))}</p>}
      </div>
      {figure !== null && figure.total > 0 && (
        <DotPicture count={figure.filled} isBetween={figure.isBetween} total={figure.total} label={words.figure(figure, over)} />
      )}
    </li>
  );
}
