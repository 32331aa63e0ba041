import type { BareLink } from '#contract/engine/bare-link.ts';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import { useMemo } from 'react';

type StartPageProps = {
  readonly bare: BareLink;
  /** no answer came to the button */
  readonly isSilent: boolean;
  readonly isBusy: boolean;
  /** The one act that tells the hospital that somebody has opened the link. */
  readonly onStart: () => void;
};

/** First page of a link: whose form, and a button. It names nobody, for whoever finds the mail. */
export function StartPage({ bare, isSilent, isBusy, onStart }: StartPageProps) {
  const { start } = useLinkTexts();
  const { silence } = useTexts();
  const problems = useMemo(() => (isSilent ? [{ message: silence }] : []), [isSilent, silence]);
  return (
    <SignerPage
      h1={start.h1(bare.organisation.name)}
      problems={problems}
      actions={<Onward onClick={onStart} label={start.start} isBusy={isBusy} />}
    >
      <p>{start.about(bare.patientInitial)}</p>
    </SignerPage>
  );
}
