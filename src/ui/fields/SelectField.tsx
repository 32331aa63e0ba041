import { NativeSelect } from '@mantine/core';
import { controlProps, type TextControlProps } from './field.ts';

export type SelectFieldProps = TextControlProps & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Placeholder before a choice is made: "Choose a grade". */
  readonly placeholder?: string;
};

/** A choice from a list, with the device's own picker: the most reliable one on a tablet. An empty value means no choice yet. */
export function SelectField({ options, placeholder, ...field }: SelectFieldProps) {
  const first = placeholder === undefined ? [] : [{ value: '', label: placeholder }];
  return (
    <NativeSelect
      {...controlProps(field)}
      autoComplete="off"
      data={[...first, ...options]}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}
