import { TextInput } from '@mantine/core';
import styles from './DateRange.module.css';

export type DateRangeProps = {
  /** What happened between the two days: "Changed". */
  readonly label: string;
  /** First day, `YYYY-MM-DD`; absent when it is open. */
  readonly from: string | undefined;
  /** Last day, included. */
  readonly to: string | undefined;
  readonly onChange: (next: { readonly from: string | undefined; readonly to: string | undefined }) => void;
};

/** Two days that narrow a list, with the device's own calendar: days of late are picked quicker than they are typed. */
export function DateRange({ label, from, to, onChange }: DateRangeProps) {
  const day = (text: string) => (text === '' ? undefined : text);
  return (
    <fieldset className={styles.range}>
      <legend className="visually-hidden">{label}</legend>
      <TextInput
        type="date"
        label={`${label} from`}
        value={from ?? ''}
        max={to}
        onChange={(event) => onChange({ from: day(event.currentTarget.value), to })}
      />
      <TextInput
        type="date"
        label={`${label} to`}
        value={to ?? ''}
        min={from}
        onChange={(event) => onChange({ from, to: day(event.currentTarget.value) })}
      />
    </fieldset>
  );
}
