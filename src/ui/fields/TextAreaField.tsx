import { Textarea } from '@mantine/core';
import { controlProps, type TextControlProps } from './field.ts';

/** Several lines of text; grows with the text. Without breaks it is one sentence that may be long. */
export function TextAreaField({
  maxLength,
  minRows = 3,
  hasBreaks = true,
  ...field
}: TextControlProps & { readonly maxLength?: number; readonly minRows?: number; readonly hasBreaks?: boolean }) {
  return (
    <Textarea
      {...controlProps(field)}
      // For going back to a page a browser writes a field's text to its disk, in clear; not of a field with autocomplete off.
      autoComplete="off"
      minRows={minRows}
      maxLength={maxLength}
      onChange={({ currentTarget: { value } }) => field.onChange(hasBreaks ? value : value.replaceAll(/\s*[\r\n]+\s*/g, ' '))}
    />
  );
}
