import { TABLET_PIN_LENGTH } from '#domain/accounts/tablet-pin.ts';
import { useState } from 'react';
import type { TextControlProps } from './field.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import styles from './PasswordField.module.css';
import { TextField } from './TextField.tsx';

export type PasswordFieldProps = TextControlProps & {
  /** Six digits at most, on a keypad. */
  readonly isPin?: boolean;
  /** Keys stand beside it: a tablet's own keyboard stays away, one that is plugged in types on. */
  readonly hasOwnKeys?: boolean;
  readonly autoComplete: 'current-password' | 'new-password' | 'off';
};

/** A password with a button that shows it (spec §2); paste and password managers are welcome. */
export function PasswordField({ isPin = false, hasOwnKeys = false, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      {...(isPin && { inputMode: hasOwnKeys ? 'none' : 'numeric', maxLength: TABLET_PIN_LENGTH })}
      end={
        <button
          type="button"
          className={styles.eye}
          aria-label={`${isShown ? 'Hide' : 'Show'} ${isPin ? 'PIN' : 'password'}`}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  );
}
