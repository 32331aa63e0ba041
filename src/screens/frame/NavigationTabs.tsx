import type { NavigationItem } from '#src/ui/layout/AppShell.tsx';
import { Link } from '#src/ui/Link.tsx';
import styles from './NavigationTabs.module.css';

type NavigationTabsProps = {
  /** Names the group for screen readers: "Manage". */
  readonly label: string;
  readonly items: readonly Pick<NavigationItem, 'href' | 'label' | 'active'>[];
};

/** Screens that share one entry of the rail, side by side above them; nothing where there is only one. */
export function NavigationTabs({ label, items }: NavigationTabsProps) {
  if (items.length < 2) return null;
  return (
    <nav className={styles.nav} aria-label={label}>
      <ul className={styles.list}>
        {items.map(({ href, label: name, active }) => (
          <li key={href}>
            <Link className={styles.place} href={href} aria-current={active ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
