import { useState } from 'react';
import { isPlainDate } from '#domain/values/plain-date.ts';
import { instantAt, wallTimeOf } from '#domain/values/wall-time.ts';
import styles from './DateTimeField.module.css';
import type { FieldProps } from './field.ts';
import { PlainDateField } from './PlainDateField.tsx';
import { TextField } from './TextField.tsx';

export type DateTimeFieldProps = Omit<FieldProps, 'onBlur'> & {
  /** ISO 8601, UTC; null while date or time is not finished */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** IANA name of the zone whose clock is on the wall */
  readonly timeZone: string;
};

/** Date and time of something that has happened, by the clock on the wall: no order to guess, as in every date of the house. */
export function DateTimeField({ value, onChange, timeZone, ...field }: DateTimeFieldProps) {
  const [typed, setTyped] = useState(() => partsOf(value, timeZone));
  // Unfinished parts stay as they were entered, as long as they are no other moment than the screen's.
  const parts = momentOf(typed, timeZone) === value ? typed : partsOf(value, timeZone);
  const change = (next: Parts) => {
    setTyped(next);
    onChange(momentOf(next, timeZone));
  };
  return (
    <div className={styles.row}>
      <PlainDateField {...field} value={parts.date} onChange={(date) => change({ ...parts, date })} />
      <div className={styles.time}>
        <TextField
          id={`${field.id}-time`}
          label="Time"
          inputClass="num"
          inputMode="numeric"
          maxLength={'14:05'.length}
          value={parts.time}
          disabled={field.disabled ?? false}
          onChange={(text) => change({ ...parts, time: withColon(text) })}
        />
      </div>
    </div>
  );
}

type Parts = { readonly date: string; readonly time: string };

function partsOf(value: string | null, timeZone: string): Parts {
  const [date = '', time = ''] = value === null ? [] : wallTimeOf(value, timeZone).split('T');
  return { date, time };
}

function momentOf({ date, time }: Parts, timeZone: string): string | null {
  return isPlainDate(date) ? instantAt(`${date}T${time}`, timeZone) : null;
}

/** A pad of digits has no colon: `1405` is `14:05`. */
function withColon(text: string): string {
  return /^\d{4}$/.test(text) ? `${text.slice(0, 2)}:${text.slice(2)}` : text.replaceAll('.', ':');
}
