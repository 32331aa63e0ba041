import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import type { VisitEnding } from '#src/sign/visit.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';

type OverProps = {
  readonly ending: VisitEnding;
  readonly isQueued: boolean;
  /** The way back from a "no" that was tapped by mistake. */
  readonly onMistake?: (() => void) | undefined;
};

/**
 * End of a visit: what happens next, and how to change one's mind. Only the clinician can continue from there, except after a
 * mistaken "No, something is wrong".
 */
export function Over({ ending, isQueued, onMistake }: OverProps) {
  const { over } = useTexts();
  const { h1, lines } = over[ending];
  return (
    <SignerPage
      h1={h1}
      layout="end"
      actions={
        onMistake === undefined ? undefined : (
          <button type="button" className="button" onClick={onMistake}>
            {over.mistake}
          </button>
        )
      }
    >
      {isQueued && <p className="card note">{over.queued}</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {ending !== 'wrongPerson' && <p className="card note">{over.giveBack}</p>}
    </SignerPage>
  );
}
