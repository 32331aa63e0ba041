import { useProduct } from '#src/queries/reference.ts';
import { useOverlay } from '#src/session/session.ts';
import { BrandHeader } from '#src/ui/layout/BrandHeader.tsx';
import { createPortal } from 'react-dom';
import { Ended } from './Ended.tsx';
import { Locked } from './Locked.tsx';
import { useHiddenPage } from './use-hidden-page.ts';
import styles from './SessionVeil.module.css';

/**
 * Rendered in place of everything else while the session is locked or has ended unasked. The screens stay mounted under it,
 * hidden and inert, so that the same person continues where they were after authentication.
 */
export function SessionVeil() {
  const overlay = useOverlay();
  const { name } = useProduct();
  useHiddenPage(overlay?.kind ?? null, name);
  if (overlay === null) return null;
  return createPortal(
    <div data-veil className={styles.veil}>
      <BrandHeader product={name} />
      <main className={styles.main}>
        {overlay.kind === 'locked' ? (
          <Locked session={overlay.session} why={overlay.why} at={overlay.at} />
        ) : (
          <Ended user={overlay.session.user} />
        )}
      </main>
    </div>,
    document.body,
  );
}
