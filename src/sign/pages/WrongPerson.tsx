import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useTexts } from '#src/sign/texts/use-texts.ts';

/** End of a visit by a person whose form it is not. @param props - `onMistake`: the way back from a "no" that was a slip */
export function WrongPerson({ onMistake }: { readonly onMistake: (() => void) | undefined }) {
  const { wrongPerson } = useTexts();
  return (
    <SignerPage
      h1={wrongPerson.h1}
      layout="end"
      actions={
        onMistake === undefined ? undefined : (
          <button type="button" className="button" onClick={onMistake}>
            {wrongPerson.mistake}
          </button>
        )
      }
    >
      {wrongPerson.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </SignerPage>
  );
}
