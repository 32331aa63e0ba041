import { useTexts } from '#src/sign/texts/use-texts.ts';
import { SignerPage } from './SignerPage.tsx';

/** The page while something that it needs is on its way. */
export function Moment({ onBack }: { readonly onBack?: (() => void) | undefined }) {
  const { title, moment } = useTexts();
  return (
    <SignerPage h1={title} onBack={onBack}>
      <p>{moment}</p>
    </SignerPage>
  );
}
