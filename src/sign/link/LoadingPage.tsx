import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useTexts } from '#src/sign/texts/use-texts.ts';

/** The page before the first answer. */
export function LoadingPage() {
  const { title, moment } = useTexts();
  return (
    <SignerPage h1={title}>
      <p>{moment}</p>
    </SignerPage>
  );
}
