import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { linkTexts } from '#src/sign/texts/link-texts.ts';

/** Page of a mailed link that is no longer valid. */
export function LinkEnded() {
  const { ended } = linkTexts;
  return (
    <SignerPage h1={ended.h1} layout="end">
      {ended.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </SignerPage>
  );
}
