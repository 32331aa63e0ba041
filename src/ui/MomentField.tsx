import { useState } from 'react';
import { clockTime, localDate } from '#domain/plain-date.ts';
import { instantAt } from '#domain/zoned-time.ts';
import type { FieldProps } from './field.ts';
import { PlainDateField } from './PlainDateField.tsx';
import { TextField } from './TextField.tsx';
import styles from './layout.module.css';

type Props = FieldProps & {
  /** ISO 8601 in UTC; null when empty */
  readonly value: string | null;
  /** Called with null while date or time is not finished. */
  readonly onChange: (value: string | null) => void;
  /** IANA name of the organisation's zone */
  readonly timeZone: string;
};

/** A past moment: its date in three boxes, and the time of day. */
export function MomentField({ value, onChange, timeZone, ...field }: Props) {
  const [typed, setTyped] = useState(() => partsIn(value, timeZone));
  const change = (next: { date: string; time: string }) => {
    setTyped(next);
    onChange(instantAt(next.date, next.time, timeZone));
  };
  return (
    <div className={styles.stack}>
      <PlainDateField {...field} value={typed.date} onChange={(date) => change({ ...typed, date })} />
      <div style={{ maxWidth: '10rem' }}>
        <TextField
          id={`${field.id}-time`}
          label="Time"
          hint="For example 14:05"
          inputMode="numeric"
          maxLength={5}
          value={typed.time}
          onChange={(time) => change({ ...typed, time: withColon(time) })}
        />
      </div>
    </div>
  );
}

function partsIn(value: string | null, zone: string): { date: string; time: string } {
  return value === null ? { date: '', time: '' } : { date: localDate(Date.parse(value), zone), time: clockTime(value, zone) };
}

/** A pad of digits has no colon: `1405` is `14:05`. */
function withColon(text: string): string {
  return /^\d{4}$/.test(text) ? `${text.slice(0, 2)}:${text.slice(2)}` : text.replaceAll('.', ':');
}
