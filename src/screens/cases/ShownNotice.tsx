import { Notice } from '#src/ui/Notice.tsx';
import styles from './cases.module.css';
import type { ShownCheck } from './shown-check.ts';

/** Shows whether this screen displays exactly the form that was sent. */
export function ShownNotice({ check }: { readonly check: ShownCheck }) {
  switch (check) {
    case 'checking':
      return <p className={styles.small}>Checking that this is the form that was sent…</p>;
    case 'same':
      return <p className={styles.small}>Checked: this is exactly the form that was sent.</p>;
    case 'changed':
      return (
        <Notice tone="stop" title="This is not the form that was sent" live>
          The patient’s details or the form have changed since. It cannot be signed: choose “Change the form”, check it, and make
          it ready for signing again.
        </Notice>
      );
    case 'outdated':
      return (
        <Notice tone="stop" title="Update this tablet" live>
          This form is of a newer version of the app. It cannot be checked or signed here before this tablet is updated.
        </Notice>
      );
    case 'impossible':
      return (
        <Notice tone="stop" title="This browser cannot check the form" live>
          Signing needs a secure address (https). Please open the app at its https address.
        </Notice>
      );
  }
}
