import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { describedBy, labelText, type TextControlProps } from './field.ts';
import styles from './TextField.module.css';

export type TextFieldProps = TextControlProps & {
  readonly type?: 'text' | 'email' | 'tel' | 'password';
  /** A standard purpose such as "given-name", or "off" for anything about somebody else. */
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly autoCapitalize?: 'none';
  readonly inputMode?: 'text' | 'none' | 'numeric' | 'tel' | 'email' | undefined;
  readonly maxLength?: number | undefined;
  /** Class of the input beside the field's own. */
  readonly inputClass?: string | undefined;
  /** A button at the end of the input, 44 px square. */
  readonly end?: ReactNode;
};

/** One line of text. Without Mantine: the sign-in is shown before it has loaded. */
export function TextField({ type = 'text', autoComplete = 'off', inputClass = '', end, ...field }: TextFieldProps) {
  const { id, label, hint, error, optional, disabled, value, onChange, onBlur, ...input } = field;
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {labelText(label, optional)}
      </label>
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className={styles.problem} id={`${id}-error`}>
          {error}
        </p>
      )}
      <div className={styles.box}>
        <input
          {...input}
          className={`${styles.input} ${inputClass}`}
          id={id}
          type={type}
          value={value}
          disabled={disabled}
          autoComplete={autoComplete}
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, { hint, error })}
          onBlur={onBlur}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {end !== undefined && <div className={styles.end}>{end}</div>}
      </div>
    </div>
  );
}
