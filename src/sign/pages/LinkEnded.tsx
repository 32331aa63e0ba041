import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useTexts } from '#src/sign/texts/use-texts.ts';

/** Page of a mailed link that is no longer valid. */
export function LinkEnded() {
  const { linkEnded } = useTexts();
  return (
    <SignerPage h1={linkEnded.h1} layout="end">
      {linkEnded.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </SignerPage>
  );
}
