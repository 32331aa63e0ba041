import { useState } from 'react';
import { instantAt, wallTimeOf } from '#domain/wall-time.ts';
import { describedBy, labelText, type FieldProps } from './field.ts';
import styles from './TextField.module.css';

export type DateTimeFieldProps = FieldProps & {
  /** ISO 8601, UTC; null while no time is complete */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** IANA name of the zone whose clock is on the wall */
  readonly timeZone: string;
};

/** Date and time of something that has happened, by the clock on the wall, with the device's own picker. */
export function DateTimeField({ value, onChange, timeZone, ...field }: DateTimeFieldProps) {
  const { id, label, hint, error, optional, disabled, onBlur } = field;
  const wall = value === null ? '' : wallTimeOf(value, timeZone);
  const [typed, setTyped] = useState(wall);
  // An unfinished time stays as it was entered, as long as it is no other moment than the screen's.
  const shown = instantAt(typed, timeZone) === value ? typed : wall;
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
          className={`${styles.input} num`}
          id={id}
          type="datetime-local"
          max="9999-12-31T23:59"
          autoComplete="off"
          value={shown}
          disabled={disabled}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, { hint, error })}
          onBlur={onBlur}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            onChange(instantAt(currentTarget.value, timeZone));
          }}
        />
      </div>
    </div>
  );
}
