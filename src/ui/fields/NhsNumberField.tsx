import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { labelText, type FieldProps } from './field.ts';
import { caretAfterDigits, digitsBefore, editDigits, groupDigits } from './nhs-typing.ts';

export type NhsNumberFieldProps = FieldProps & {
  /** Digits, no spaces; more than ten where somebody has entered so many. */
  readonly value: string;
  readonly onChange: (digits: string) => void;
};

/** Ten digits grouped 3 3 4 while typing. Spaces and hyphens may be pasted; the caret stays where the person types. */
export function NhsNumberField({ id, label, hint, error, optional, disabled, value, onChange, onBlur }: NhsNumberFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const shown = groupDigits(value);
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <TextInput
      ref={input}
      id={id}
      label={labelText(label, optional)}
      description={hint}
      error={error}
      disabled={disabled ?? false}
      value={shown}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      onBlur={onBlur}
      classNames={{ input: 'num' }}
      styles={{ wrapper: { maxWidth: '16rem' } }}
      onChange={(event) => {
        const { value: typed, selectionStart } = event.currentTarget;
        const edit = editDigits(value, typed, digitsBefore(typed, selectionStart ?? typed.length));
        caret.current = caretAfterDigits(groupDigits(edit.digits), edit.caretDigits);
        onChange(edit.digits);
      }}
    />
  );
}
