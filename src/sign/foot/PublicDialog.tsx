import type { PublicOrganisation } from '#contract/engine/public-organisation.ts';
import { useEffect, useRef } from 'react';
import { AccessibilityWords } from '#src/public-pages/AccessibilityWords.tsx';
import { PrivacyWords } from '#src/public-pages/PrivacyWords.tsx';
import { ENGLISH } from '#src/sign/texts/reading-language.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';

export type PublicPage = 'privacy' | 'accessibility';

type PublicDialogProps = {
  readonly page: PublicPage;
  /** null while it is not known */
  readonly organisation: PublicOrganisation | null;
  /** Whether other sites can be opened, and numbers rung, from here. */
  readonly canLeave: boolean;
  readonly onClose: () => void;
};

const TITLES: Readonly<Record<PublicPage, string>> = {
  privacy: 'Privacy notice',
  accessibility: 'Accessibility statement',
};

/** A page for anybody over the page of a signer, which stays as it is. Its words are English. */
export function PublicDialog({ page, organisation, canLeave, onClose }: PublicDialogProps) {
  const { back } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);
  return (
    <dialog ref={dialog} className="public-page" aria-labelledby="public-title" onClose={onClose}>
      <div className="page-body">
        <button type="button" className="back" onClick={() => dialog.current?.close()}>
          {back}
        </button>
        <h1 ref={heading} tabIndex={-1} id="public-title" {...ENGLISH}>
          {TITLES[page]}
        </h1>
        <div className="public-words" {...ENGLISH}>
          {page === 'accessibility' && <AccessibilityWords organisation={organisation} canLeave={canLeave} />}
          {page === 'privacy' && organisation !== null && <PrivacyWords organisation={organisation} canLeave={canLeave} />}
          {page === 'privacy' && organisation === null && <p>The notice cannot be shown without a network. Ask staff for it.</p>}
        </div>
      </div>
    </dialog>
  );
}
