import type { ReactNode } from 'react';
import { describedBy, labelText, type FieldProps } from './field.ts';
import styles from './FieldGroup.module.css';

/** A question that needs more than one control: legend, hint and error as a fieldset. `id` is the first control's. */
export function FieldGroup({
  id,
  label,
  hint,
  error,
  optional,
  disabled,
  onBlur,
  children,
}: FieldProps & { readonly children: ReactNode }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus leaves its controls, not itself
    <fieldset
      className={styles.group}
      disabled={disabled ?? false}
      aria-describedby={describedBy(id, { hint, error })}
      // From one control of the group to the next the focus has not left it.
      onBlur={(event) => (event.currentTarget.contains(event.relatedTarget) ? undefined : onBlur?.(event))}
    >
      <legend>{labelText(label, optional)}</legend>
      {hint !== undefined && (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error !== undefined && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      <div className={styles.body}>{children}</div>
    </fieldset>
  );
}
