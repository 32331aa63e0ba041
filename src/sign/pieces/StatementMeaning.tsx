import type { TicketDetails } from '#contract/signing.ts';
import { StatementWords } from './StatementWords.tsx';
import { meaningOf } from './meaning-of.ts';
import type { Dictionary } from '#src/sign/texts/reading-language.ts';

type StatementMeaningProps = { readonly details: TicketDetails; readonly dictionary: Dictionary };

/** The meaning of the English statement that is signed, and the note that the English counts. */
export function StatementMeaning({ details, dictionary: { statements, about } }: StatementMeaningProps) {
  const meaning = meaningOf(details, statements);
  if (meaning === null) return <p className="meaning">{about.noMeaning}</p>;
  return (
    <>
      <p className="meaning">
        <StatementWords statement={meaning} procedures={details.consent.procedures} />
      </p>
      <p className="meaning small">{about.youSign}</p>
    </>
  );
}
