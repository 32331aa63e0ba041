import { useSession } from '#src/session/session.ts';
import { Link } from '#src/ui/Link.tsx';
import styles from './ManageNav.module.css';
import { managingPlaces } from './places.ts';

/** The management screens side by side; nothing where there is only one. @param path - of the present screen */
export function ManageNav({ path }: { readonly path: string }) {
  const places = managingPlaces(useSession()?.user.permissions ?? [], path);
  if (places.length < 2) return null;
  return (
    <nav className={styles.nav} aria-label="Manage">
      <ul className={styles.list}>
        {places.map(({ href, label, active }) => (
          <li key={href}>
            <Link className={styles.place} href={href} aria-current={active ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
