import { CODE_LENGTH } from '#domain/accounts/codes.ts';
import type { TextControlProps } from '#src/ui/fields/field.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import styles from './CodeField.module.css';

/** The six digits of a second factor in one field, which the device may fill in. Spaces may be pasted; only digits stay. */
export function CodeField({ onChange, ...field }: TextControlProps) {
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="one-time-code"
      inputClass={styles.code}
      onChange={(text) => onChange(text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))}
    />
  );
}
