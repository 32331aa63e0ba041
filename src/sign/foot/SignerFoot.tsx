import './foot.css';
import { useContext, useState, type MouseEvent } from 'react';
import { Phone } from '#src/public-pages/Reach.tsx';
import { useOrganisation } from '#src/public-pages/use-organisation.ts';
import { handoverFlag } from '#src/session/handover.ts';
import { footTexts } from '#src/sign/texts/foot-texts.ts';
import { useTranslation } from '#src/sign/texts/reading-language.ts';
import { FootOrganisation } from './foot-organisation.ts';
import { PublicDialog, type PublicPage } from './PublicDialog.tsx';

const PAGES = ['privacy', 'accessibility'] as const;

/**
 * The foot of a signer's page: privacy notice, accessibility statement and telephone, before anything is asked. Both are read over the page,
 * so that nobody loses their place; on a tablet that is with a signer they are no links, which could open another tab.
 */
export function SignerFoot() {
  const info = useOrganisation(useContext(FootOrganisation));
  const words = useTranslation()?.foot ?? footTexts;
  const [open, setOpen] = useState<PublicPage | null>(null);
  const organisation = info?.kind === 'known' ? info.organisation : null;
  const isOwnDevice = handoverFlag() === null;
  const show = (page: PublicPage) => (event: MouseEvent) => {
    event.preventDefault();
    setOpen(page);
  };
  return (
    <>
      {PAGES.map((page) =>
        isOwnDevice ? (
          <a key={page} href={publicHref(page, organisation?._id)} onClick={show(page)}>
            {words[page]}
          </a>
        ) : (
          <button key={page} type="button" onClick={show(page)}>
            {words[page]}
          </button>
        ),
      )}
      {organisation !== null && organisation.phone !== null && (
        <span>
          <bdi>{organisation.name}</bdi>: <Phone number={organisation.phone} canRing={isOwnDevice} />
        </span>
      )}
      {open !== null && (
        <PublicDialog page={open} organisation={organisation} canLeave={isOwnDevice} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** The address of a page for anybody, which opens by itself as well. */
function publicHref(page: PublicPage, organisation: string | undefined): string {
  return organisation === undefined ? `/${page}` : `/${page}?o=${organisation}`;
}
