import { Page } from '../pieces/Page.tsx';
import type { Ending } from '../visit.ts';
import { useWords } from '../words.ts';

/** The end of a visit: what happens next, and how to change one's mind. Only the clinician leads on. */
export function Over({ ending, isKept }: { readonly ending: Ending; readonly isKept: boolean }) {
  const { over } = useWords();
  const { h1, lines } = over[ending];
  return (
    <Page h1={h1}>
      {isKept && <p className="card note">{over.kept}</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {ending !== 'wrongPerson' && <p className="card note">{over.giveBack}</p>}
    </Page>
  );
}
