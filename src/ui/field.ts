import type { ReactNode } from 'react';

/** What every field takes. `id` is the control's, so that an ErrorSummary can lead to it. */
export type FieldProps = {
  readonly id: string;
  readonly label: string;
  /** A short help, under the label. */
  readonly hint?: ReactNode;
  /** What is wrong, in the same words as in the ErrorSummary. */
  readonly error?: string | undefined;
  /** Adds "(optional)" to the label; fields are required unless they say so. */
  readonly optional?: boolean;
  readonly disabled?: boolean;
};

/** The label with its "(optional)". */
export function labelText(label: string, optional = false): string {
  return optional ? `${label} (optional)` : label;
}

/** The value of `aria-describedby` for the hint and error that are there, or undefined. */
export function describedBy(id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>): string | undefined {
  const ids = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}
