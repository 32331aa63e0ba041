import type { Direction } from '#domain/values/patient-languages.ts';
import type { FocusEvent, ReactNode } from 'react';

/** Props of every field. `id` is the control's, so that an ErrorSummary can link to it. */
export type FieldProps = {
  readonly id: string;
  readonly label: string;
  /** A short help, under the label. */
  readonly hint?: ReactNode;
  /** The problem, in the same words as in the ErrorSummary. */
  readonly error?: string | undefined;
  /** Adds "(optional)" to the label; fields are required unless they say so. */
  readonly optional?: boolean;
  readonly disabled?: boolean;
  /** Called when the focus leaves the field. */
  readonly onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
};

/** Props of a field whose value is text. */
export type TextControlProps = FieldProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Of a text in another language than the page. */
  readonly lang?: string | undefined;
  readonly dir?: Direction | undefined;
};

/** The label with its "(optional)". */
export function labelText(label: string, optional = false): string {
  return optional ? `${label} (optional)` : label;
}

/** Value of `aria-describedby` for an existing hint and error, or undefined. */
export function describedBy(id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>): string | undefined {
  const ids = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}

/** Props of a Mantine control with these of a field. */
export function controlProps({ id, label, hint, error, optional, disabled, value, onBlur, lang, dir }: TextControlProps) {
  return {
    id,
    label: labelText(label, optional),
    description: hint,
    error,
    disabled: disabled ?? false,
    value,
    onBlur,
    lang,
    dir,
  };
}
