import { Checkbox } from '@mantine/core';
import { controlProps, type TextControlProps } from './field.ts';

/** One tick; its value is YES or NO, as that of a yes or no in a form. */
export function CheckField({ value, onChange, ...field }: TextControlProps) {
  const { value: _, ...props } = controlProps({ ...field, value, onChange });
  return (
    <Checkbox {...props} checked={value === 'YES'} onChange={(event) => onChange(event.currentTarget.checked ? 'YES' : 'NO')} />
  );
}
