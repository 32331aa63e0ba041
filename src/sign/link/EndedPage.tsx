import type { EndedLink } from '#contract/engine/ended-link.ts';
import { PRESUMED_ABLE_FROM } from '#domain/forms/age-at-signing.ts';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import { ownPageHref } from './own-page-address.ts';

type EndedPageProps = {
  /** null for a link of which nothing is known */
  readonly of: EndedLink | null;
  readonly organisation: string;
};

/** Page of a link that has ended, or never was: whom to ask, and how to come back where asking brings a link. */
export function EndedPage({ of, organisation }: EndedPageProps) {
  const { ended, own } = useLinkTexts();
  const line =
    of === null
      ? ended.ask(organisation)
      : of.grownInitial === undefined
        ? ended.contact(organisation, of.support)
        : ended.grown(of.grownInitial, PRESUMED_ABLE_FROM, organisation);
  if (of?.mayComeBack === false)
    return (
      <SignerPage h1={ended.h1} layout="end">
        <p>{line}</p>
      </SignerPage>
    );
  return (
    <SignerPage
      h1={ended.h1}
      layout="end"
      actions={
        <a className="button primary" href={ownPageHref(of?.organisation._id)}>
          {own.h1}
        </a>
      }
    >
      <p>{line}</p>
      <p>{own.ended}</p>
    </SignerPage>
  );
}

/** Page of a link after too many wrong answers. */
export function LockedPage({ support }: { readonly support: string }) {
  const { locked } = useLinkTexts();
  return (
    <SignerPage h1={locked.h1} layout="end">
      <p>{locked.ring(support)}</p>
    </SignerPage>
  );
}

/** Page of a form that was recorded in error, to whoever has shown who they are. */
export function MistakePage({ support }: { readonly support: string }) {
  const { mistake } = useLinkTexts();
  return (
    <SignerPage h1={mistake.h1} layout="end">
      <p>{mistake.count}</p>
      <p>{mistake.ring(support)}</p>
    </SignerPage>
  );
}

type NoFormPageProps = { readonly why: 'silent' | 'insecure'; readonly onAgain: () => void };

/** Page of a link that cannot be read now, or in this browser. */
export function NoFormPage({ why, onAgain }: NoFormPageProps) {
  const { h1, lead } = useLinkTexts()[why];
  const { tryAgain } = useTexts();
  return (
    <SignerPage h1={h1} layout="end" actions={why === 'silent' ? <Onward onClick={onAgain} label={tryAgain} /> : undefined}>
      <p>{lead}</p>
    </SignerPage>
  );
}
