import type { PublicOrganisation } from '#contract/engine/public-organisation.ts';
import { paths } from '#src/paths.ts';
import { Link } from '#src/ui/Link.tsx';
import styles from './public-pages.module.css';
import { Phone } from './Reach.tsx';

/** The foot of every page that is open to anybody: notice, statement, and the telephone once it is known. */
export function FootLinks({ organisation }: { readonly organisation: PublicOrganisation | null }) {
  const id = organisation?._id;
  return (
    <footer className={styles.foot}>
      <Link href={paths.privacy(id).href}>Privacy notice</Link>
      <Link href={paths.accessibility(id).href}>Accessibility</Link>
      {organisation !== null && organisation.phone !== null && (
        <span>
          <bdi>{organisation.name}</bdi>: <Phone number={organisation.phone} canRing />
        </span>
      )}
    </footer>
  );
}
