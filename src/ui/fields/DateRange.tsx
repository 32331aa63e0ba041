import { isPlainDate } from '#domain/values/plain-date.ts';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { dayProblem, daysOf, stretchOf, STRETCHES, type Days, type Stretch } from './date-range.ts';
import styles from './DateRange.module.css';
import { PlainDateField } from './PlainDateField.tsx';

export type DateRangeProps = {
  readonly id: string;
  /** The event in that range: "Changed". */
  readonly label: string;
  /** Today as a plain date in the organisation's time zone. */
  readonly today: string;
  readonly days: Days;
  /** Called only with valid days; an unfinished date changes nothing. */
  readonly onChange: (days: Days) => void;
};

/**
 * Filters a list by a range of dates: a preset by a tap, or two days typed in three boxes each, so that no order must be guessed.
 */
export function DateRange({ id, label, today, days, onChange }: DateRangeProps) {
  const [isOwn, setIsOwn] = useState(() => stretchOf(days, today) === 'OWN');
  const [typed, setTyped] = useState({ from: days.from ?? '', to: days.to ?? '' });
  const choose = (stretch: Stretch) => {
    setIsOwn(stretch === 'OWN');
    setTyped({ from: days.from ?? '', to: days.to ?? '' });
    if (stretch !== 'OWN') onChange(daysOf(stretch, today));
  };
  const type = (change: Partial<typeof typed>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    if (dayProblem(next.from) !== undefined || dayProblem(next.to) !== undefined) return;
    onChange({ from: dayOf(next.from), to: dayOf(next.to) });
  };
  return (
    <div className={styles.range}>
      <NativeSelect
        id={id}
        label={label}
        value={isOwn ? 'OWN' : stretchOf(days, today)}
        data={STRETCHES.map((each) => ({ ...each }))}
        onChange={(event) => choose(STRETCHES.find(({ value }) => value === event.currentTarget.value)?.value ?? 'ANY')}
      />
      {isOwn && (
        <div className={styles.own}>
          <PlainDateField
            id={`${id}-from`}
            label={`${label} from`}
            value={typed.from}
            error={typed.from.length < 10 ? undefined : dayProblem(typed.from)}
            onChange={(from) => type({ from })}
          />
          <PlainDateField
            id={`${id}-to`}
            label={`${label} to`}
            value={typed.to}
            error={typed.to.length < 10 ? undefined : dayProblem(typed.to)}
            onChange={(to) => type({ to })}
          />
        </div>
      )}
    </div>
  );
}

function dayOf(typed: string): string | undefined {
  return isPlainDate(typed) ? typed : undefined;
}
