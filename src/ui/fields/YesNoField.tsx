import { describedBy, type FieldProps } from './field.ts';
import styles from './YesNoField.module.css';

export type YesNoFieldProps = Omit<FieldProps, 'onBlur' | 'optional'> & {
  /** `null` until somebody answered: nothing is chosen for them. */
  readonly value: boolean | null;
  readonly onChange: (value: boolean) => void;
};

/** A question with its two answers beside it, for lists of short questions. The id is that of “Yes”. */
export function YesNoField({ id, label, hint, error, disabled, value, onChange }: YesNoFieldProps) {
  return (
    <div
      className={styles.question}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy(id, { hint, error })}
      data-error={error !== undefined || undefined}
    >
      <div className={styles.words}>
        <span className={styles.label} id={`${id}-label`}>
          {label}
        </span>
        {hint !== undefined && (
          <span className={styles.hint} id={`${id}-hint`}>
            {hint}
          </span>
        )}
        {error !== undefined && (
          <span className={styles.error} id={`${id}-error`}>
            {error}
          </span>
        )}
      </div>
      <div className={styles.answers}>
        {[true, false].map((answer) => (
          <label key={String(answer)} className={styles.answer}>
            <input
              type="radio"
              className={styles.control}
              id={answer ? id : `${id}-no`}
              name={id}
              checked={value === answer}
              disabled={disabled ?? false}
              onChange={() => onChange(answer)}
            />
            {answer ? 'Yes' : 'No'}
          </label>
        ))}
      </div>
    </div>
  );
}
