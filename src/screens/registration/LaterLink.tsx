import { paths } from '#src/paths.ts';
import { Link } from '#src/ui/Link.tsx';
import styles from './registration.module.css';

/** A registration may be left at any step: the next sign-in goes on there. */
export function LaterLink() {
  return (
    <span className={styles.quiet}>
      <Link href={paths.signOut.href}>Sign out and continue later</Link>
    </span>
  );
}
