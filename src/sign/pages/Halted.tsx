import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import type { Halt } from '#src/sign/visit.ts';
import { EnglishWords } from '#src/sign/pieces/EnglishWords.tsx';
import { useTranslation } from '#src/sign/texts/reading-language.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';

type HaltedProps = Halt & { readonly onAgain: () => void };

/** Says why the form cannot be shown or signed now, and what to do. */
export function Halted({ why, message, page, onAgain }: HaltedProps) {
  const words = useTexts();
  const translation = useTranslation();
  const { h1, lines } = (page && (translation?.haltOf(page) ?? page)) ?? words.halted[why];
  const again = why === 'changed' ? words.halted.reload : words.tryAgain;
  return (
    <SignerPage
      h1={h1}
      layout="end"
      actions={why === 'insecure' || why === 'closed' ? undefined : <Onward onClick={onAgain} label={again} />}
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {why === 'failed' && message !== undefined && (
        <p>
          <EnglishWords>{message}</EnglishWords>
        </p>
      )}
    </SignerPage>
  );
}
