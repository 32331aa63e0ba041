import { useState } from 'react';
import { isPlainDate } from '#domain/values/plain-date.ts';
import { PlainDateField, type PlainDateFieldProps } from './PlainDateField.tsx';

type Props = Omit<PlainDateFieldProps, 'value' | 'onChange'> & {
  readonly value: string | null;
  /** Called with null while the date is not finished: nothing unfinished is saved. */
  readonly onChange: (value: string | null) => void;
};

/** A date of a form that saves itself: an unfinished one stays in its boxes, and is no date elsewhere. */
export function FinishedDateField({ value, onChange, ...field }: Props) {
  const [text, setText] = useState(value ?? '');
  // A date that came from elsewhere replaces what stands in the boxes; an unfinished one stays while there is none.
  const shown = finished(text) === value ? text : (value ?? '');
  return (
    <PlainDateField
      {...field}
      value={shown}
      onChange={(next) => {
        setText(next);
        onChange(finished(next));
      }}
    />
  );
}

function finished(text: string): string | null {
  return isPlainDate(text) ? text : null;
}
