import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';

/** After "I need more time": how to come back. */
export function LaterPage({ onGoOn }: { readonly onGoOn: () => void }) {
  const { after } = useLinkTexts();
  return (
    <SignerPage h1={after.later} layout="end" actions={<Onward onClick={onGoOn} label={after.goOn} />}>
      {after.laterLines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </SignerPage>
  );
}
