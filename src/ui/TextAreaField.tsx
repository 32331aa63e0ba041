import { Textarea } from '@mantine/core';
import { controlProps, type TextControlProps } from './field.ts';

/** Several lines of text; grows with the text. */
export function TextAreaField({
  maxLength,
  minRows = 3,
  ...field
}: TextControlProps & { readonly maxLength?: number; readonly minRows?: number }) {
  return (
    <Textarea
      {...controlProps(field)}
      // For going back to a page a browser writes a field's text to its disk, in clear; not of a field with autocomplete off.
      autoComplete="off"
      minRows={minRows}
      maxLength={maxLength}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}
