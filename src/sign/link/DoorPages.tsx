import type { BareLink } from '#contract/engine/bare-link.ts';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';

type DoorPageProps = { readonly bare: BareLink; readonly onBack: () => void };

/** For whoever got a link that is not theirs: nothing of the form was shown. */
export function NotMinePage({ bare: { support, caseNumber }, onBack }: DoorPageProps) {
  const { notMine } = useLinkTexts();
  return (
    <SignerPage h1={notMine.h1} onBack={onBack}>
      <p>{notMine.nothing}</p>
      <p>{notMine.ring(support, caseNumber ?? '')}</p>
    </SignerPage>
  );
}

/** For whoever sits beside somebody who answers. */
export function HelperPage({ bare: { support }, onBack }: DoorPageProps) {
  const { helping } = useLinkTexts();
  return (
    <SignerPage h1={helping.h1} onBack={onBack}>
      {helping.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>{helping.cannot(support)}</p>
    </SignerPage>
  );
}
