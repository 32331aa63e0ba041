import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { linkTexts } from '#src/sign/texts/link-texts.ts';

/** Page of a link that has ended, or never was: both in the same words. */
export function EndedPage({ organisation }: { readonly organisation: string }) {
  const { ended } = linkTexts;
  return (
    <SignerPage h1={ended.h1} layout="end">
      <p>{ended.ask(organisation)}</p>
    </SignerPage>
  );
}

/** Page of a link after too many wrong answers. */
export function LockedPage({ support }: { readonly support: string }) {
  const { locked } = linkTexts;
  return (
    <SignerPage h1={locked.h1} layout="end">
      <p>{locked.ring(support)}</p>
    </SignerPage>
  );
}

/** Page of a form that was recorded in error, to whoever has shown who they are. */
export function MistakePage({ support }: { readonly support: string }) {
  const { mistake } = linkTexts;
  return (
    <SignerPage h1={mistake.h1} layout="end">
      <p>{mistake.count}</p>
      <p>{mistake.ring(support)}</p>
    </SignerPage>
  );
}
