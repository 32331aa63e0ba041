import { TextInput } from '@mantine/core';
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { splitDateParts, joinDateParts, wholeDate, type DateParts } from './date-parts.ts';
import type { FieldProps } from './field.ts';
import { FieldGroup } from './FieldGroup.tsx';
import styles from './PlainDateField.module.css';

export type PlainDateFieldProps = FieldProps & {
  /** `YYYY-MM-DD`, `''` when empty; an unfinished date is text that is no date. */
  readonly value: string;
  readonly onChange: (value: string) => void;
};

const boxes = [
  { part: 'day', label: 'Day', length: 2 },
  { part: 'month', label: 'Month', length: 2 },
  { part: 'year', label: 'Year', length: 4 },
] as const;

/**
 * Day, month and year in three boxes: no order to guess, no calendar to wind back to 1950. A complete date may be pasted
 * into any box, and `/` or `.` moves to the next one. So does the last digit of a box, as long as the next one is empty.
 */
export function PlainDateField({ value, onChange, ...field }: PlainDateFieldProps) {
  const [typed, setTyped] = useState(() => splitDateParts(value));
  // Typed text stays as typed ("4", not "04") as long as it means the screen's value.
  const parts = joinDateParts(typed) === value ? typed : splitDateParts(value);
  const change = (next: DateParts) => {
    setTyped(next);
    onChange(joinDateParts(next));
  };
  const paste = (event: ClipboardEvent) => {
    const whole = wholeDate(event.clipboardData.getData('text'));
    if (whole === null) return;
    event.preventDefault();
    change(whole);
  };
  /** The box that the focus has moved to by itself. A habitual Tab or separator there must not move it a second time. */
  const advancedTo = useRef<HTMLInputElement>(null);
  const advance = (input: HTMLInputElement) => {
    const next = nextBox(input);
    if (next?.value !== '') return;
    next.focus();
    advancedTo.current = next;
  };
  const goOn = (event: KeyboardEvent<HTMLInputElement>) => {
    const { currentTarget: input, key, shiftKey } = event;
    const hasAdvanced = advancedTo.current === input;
    advancedTo.current = null;
    const isSeparator = ['/', '.', '-', ' '].includes(key);
    if (isSeparator || (hasAdvanced && key === 'Tab' && !shiftKey)) event.preventDefault();
    if (isSeparator && !hasAdvanced) nextBox(input)?.select();
  };
  return (
    <FieldGroup {...field}>
      <div className={styles.boxes}>
        {boxes.map(({ part, label, length }) => (
          <TextInput
            key={part}
            id={part === 'day' ? field.id : `${field.id}-${part}`}
            className={`${part === 'year' ? styles.year : styles.box}`}
            classNames={{ input: 'num' }}
            label={label}
            inputMode="numeric"
            autoComplete="off"
            maxLength={length}
            value={parts[part]}
            error={field.error !== undefined}
            onPaste={paste}
            onBlur={() => (advancedTo.current = null)}
            onKeyDown={goOn}
            onChange={({ currentTarget: input }) => {
              const digits = input.value.replaceAll(/\D/g, '');
              change({ ...parts, [part]: digits });
              if (digits.length === length && digits.length > parts[part].length) advance(input);
            }}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

function nextBox(input: HTMLInputElement): HTMLInputElement | undefined {
  const inputs = [...(input.closest('fieldset')?.querySelectorAll('input') ?? [])];
  return inputs[inputs.indexOf(input) + 1];
}
