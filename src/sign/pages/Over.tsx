import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import type { VisitEnding } from '#src/sign/visit.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';

/** End of a visit: what happens next, and how to change one's mind. Only the clinician can continue from there. */
export function Over({ ending, isQueued }: { readonly ending: VisitEnding; readonly isQueued: boolean }) {
  const { over } = useTexts();
  const { h1, lines } = over[ending];
  return (
    <SignerPage h1={h1}>
      {isQueued && <p className="card note">{over.queued}</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {ending !== 'wrongPerson' && <p className="card note">{over.giveBack}</p>}
    </SignerPage>
  );
}
