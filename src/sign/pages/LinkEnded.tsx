import { Page } from '../pieces/Page.tsx';
import { useWords } from '../words.ts';

/** The address of a mailed link that leads nowhere. */
export function LinkEnded() {
  const { linkEnded } = useWords();
  return (
    <Page h1={linkEnded.h1}>
      {linkEnded.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Page>
  );
}
