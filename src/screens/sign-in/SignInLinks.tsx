import { paths } from '#src/paths.ts';
import { Link } from '#src/ui/Link.tsx';
import styles from './SignIn.module.css';

/** The other links of the sign-in screen. */
export function SignInLinks() {
  return (
    <ul className={styles.links}>
      <li>
        <Link href={paths.forgotPassword.href}>I have forgotten my password</Link>
      </li>
      <li>
        <Link href={paths.register.href}>Ask for an account</Link>
      </li>
      <li>
        <Link href={paths.verify.href}>Check that a signed form is real</Link>
      </li>
      <li>
        <Link href={paths.blankForms.href}>Blank forms to print</Link>
      </li>
    </ul>
  );
}
