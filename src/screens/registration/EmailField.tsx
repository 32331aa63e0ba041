import { TextField, type TextFieldProps } from '#src/ui/fields/TextField.tsx';
import styles from './registration.module.css';

type EmailFieldProps = Pick<TextFieldProps, 'value' | 'onChange' | 'error' | 'hint'> & {
  /** `username` where it names an account, `email` where it asks for one */
  readonly autoComplete: 'username' | 'email';
};

/** The email address for the registration. */
export function EmailField(field: EmailFieldProps) {
  return (
    <div className={styles.narrow}>
      <TextField {...field} id="email" label="Email" type="email" inputMode="email" />
    </div>
  );
}
