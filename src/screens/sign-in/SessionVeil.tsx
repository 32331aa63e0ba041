import { useProduct } from '#src/queries/reference.ts';
import { useVeil } from '#src/session/session.ts';
import { Logo } from '#src/ui/Logo.tsx';
import { createPortal } from 'react-dom';
import { Ended } from './Ended.tsx';
import { Locked } from './Locked.tsx';
import { useHiddenPage } from './use-hidden-page.ts';
import styles from './SessionVeil.module.css';

/**
 * Stands in place of everything else while the session is locked or has ended unasked. The screens stay mounted under it, out of
 * sight and out of reach, so that whoever proves to be the same person goes on where they were.
 */
export function SessionVeil() {
  const veil = useVeil();
  const { name } = useProduct();
  useHiddenPage(veil?.kind ?? null, name);
  if (veil === null) return null;
  return createPortal(
    <div data-veil className={styles.veil}>
      <header className={styles.header}>
        <Logo size={2.25} />
        <span>{name}</span>
      </header>
      <main className={styles.main}>
        {veil.kind === 'locked' ? <Locked user={veil.session.user} /> : <Ended user={veil.session.user} />}
      </main>
    </div>,
    document.body,
  );
}
