import { CODE_LENGTH } from '#domain/staff.ts';
import type { FieldProps } from '#src/ui/field.ts';
import { TextInput } from '@mantine/core';
import styles from './account.module.css';

type CodeFieldProps = FieldProps & { readonly value: string; readonly onChange: (digits: string) => void };

/** The six digits of a second factor in one field, which the device may fill in. Spaces may be pasted; only digits stay. */
export function CodeField({ id, label, hint, error, disabled, value, onChange }: CodeFieldProps) {
  return (
    <TextInput
      id={id}
      label={label}
      description={hint}
      error={error}
      disabled={disabled ?? false}
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      classNames={{ input: styles.code ?? '' }}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))}
    />
  );
}
