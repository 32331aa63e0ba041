import type { BareLink } from '#contract/bare-link.ts';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { linkTexts } from '#src/sign/texts/link-texts.ts';
import type { Problem } from '#src/sign/api.ts';

type StartPageProps = {
  readonly bare: BareLink;
  readonly problems: readonly Problem[];
  readonly isBusy: boolean;
  /** The one act that tells the hospital that somebody has opened the link. */
  readonly onStart: () => void;
};

/** First page of a link: whose form, and a button. It names nobody, for whoever finds the mail. */
export function StartPage({ bare, problems, isBusy, onStart }: StartPageProps) {
  const { start } = linkTexts;
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
