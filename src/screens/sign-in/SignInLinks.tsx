import { Link } from '#src/ui/Link.tsx';
import styles from './SignIn.module.css';

/** Where else one may want to go from the sign-in screen. */
export function SignInLinks() {
  return (
    <ul className={styles.links}>
      <li>
        <Link href="/forgot-password">I have forgotten my password</Link>
      </li>
      <li>
        <Link href="/register-email">Ask for an account</Link>
      </li>
      <li>
        <Link href="/verify">Check that a signed form is real</Link>
      </li>
    </ul>
  );
}
