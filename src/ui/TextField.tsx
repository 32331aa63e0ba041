import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { HTMLInputAutoCompleteAttribute } from 'react';
import { labelText, type FieldProps } from './field.ts';

type Text = FieldProps & { readonly value: string; readonly onChange: (value: string) => void };

export type TextFieldProps = Text & {
  readonly type?: 'text' | 'email' | 'tel';
  /** A standard purpose such as "given-name", or "off" for anything about somebody else. */
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly inputMode?: 'text' | 'numeric' | 'tel' | 'email';
  readonly maxLength?: number;
};

/** One line of text. */
export function TextField({ type = 'text', autoComplete = 'off', inputMode, maxLength, ...field }: TextFieldProps) {
  return (
    <TextInput
      {...common(field)}
      type={type}
      autoComplete={autoComplete}
      inputMode={inputMode}
      maxLength={maxLength}
      spellCheck={false}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}

/** Several lines of text; grows with the text. */
export function TextAreaField({
  maxLength,
  minRows = 3,
  ...field
}: Text & { readonly maxLength?: number; readonly minRows?: number }) {
  return (
    <Textarea
      {...common(field)}
      // For going back to a page a browser writes a field's text to its disk, in clear; not of a field with autocomplete off.
      autoComplete="off"
      minRows={minRows}
      maxLength={maxLength}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}

export type SelectFieldProps = Text & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Placeholder before a choice is made: "Choose a grade". */
  readonly placeholder?: string;
};

/** A choice from a list, with the device's own picker: the most reliable one on a tablet. An empty value means no choice yet. */
export function SelectField({ options, placeholder, ...field }: SelectFieldProps) {
  const first = placeholder === undefined ? [] : [{ value: '', label: placeholder }];
  return (
    <NativeSelect
      {...common(field)}
      autoComplete="off"
      data={[...first, ...options]}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}

function common({ id, label, hint, error, optional, disabled, value, onBlur }: Text) {
  return { id, label: labelText(label, optional), description: hint, error, disabled: disabled ?? false, value, onBlur };
}
