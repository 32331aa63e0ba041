import { ActionIcon, TextInput } from '@mantine/core';
import { useState } from 'react';
import { labelText, type FieldProps } from './field.ts';
import { Icon } from './Icon.tsx';

export type PasswordFieldProps = FieldProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Six digits at most, on a keypad. */
  readonly isPin?: boolean;
  readonly autoComplete: 'current-password' | 'new-password' | 'off';
};

/** A password with a button that shows it (spec §2); paste and password managers are welcome. */
export function PasswordField(props: PasswordFieldProps) {
  const { id, label, hint, error, optional, disabled, value, onChange, onBlur, autoComplete, isPin = false } = props;
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      id={id}
      label={labelText(label, optional)}
      description={hint}
      error={error}
      disabled={disabled ?? false}
      type={shown ? 'text' : 'password'}
      value={value}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      {...(isPin ? { inputMode: 'numeric' as const, maxLength: 6 } : {})}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth="2.75rem"
      rightSectionPointerEvents="all"
      rightSection={
        <ActionIcon
          size="2.75rem"
          aria-label={`${shown ? 'Hide' : 'Show'} ${isPin ? 'PIN' : 'password'}`}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </ActionIcon>
      }
    />
  );
}
