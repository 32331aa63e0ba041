import type { TicketDetails } from '#contract/signing.ts';
import { countsInEnglish } from '#domain/meanings/counts-in-english.ts';
import { pinnedMeanings } from '#domain/consents/pinned-meanings.ts';
import { fullShownOf } from '#domain/consents/shown.ts';
import { StatementWords } from './StatementWords.tsx';
import { meaningOf } from './meaning-of.ts';
import { ENGLISH, type Dictionary } from '#src/sign/texts/reading-language.ts';

type StatementMeaningProps = { readonly details: TicketDetails; readonly dictionary: Dictionary };

/** The meaning of the English statement that is signed, as it is pinned where it is, and the note that the English counts. */
export function StatementMeaning({ details, dictionary: { language, statements, about } }: StatementMeaningProps) {
  const pinned = pinnedMeanings(fullShownOf(details.shown), language);
  const meaning = pinned === null ? meaningOf(details, statements) : (pinned(details.statement) ?? null);
  if (meaning === null) return <p className="meaning">{about.noMeaning}</p>;
  const counts = countsInEnglish(language);
  return (
    <>
      <p className="meaning">
        <StatementWords statement={meaning} procedures={details.consent.procedures} />
      </p>
      <p className="meaning small">
        {pinned === null ? (
          about.youSign
        ) : (
          <>
            {pinned(counts)} <bdi {...ENGLISH}>{counts}</bdi>
          </>
        )}
      </p>
    </>
  );
}
