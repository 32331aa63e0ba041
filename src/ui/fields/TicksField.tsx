import { Checkbox } from '@mantine/core';
import { tickedIn } from '#domain/values/field-form.ts';
import type { TextControlProps } from './field.ts';
import { FieldGroup } from './FieldGroup.tsx';

type TicksFieldProps = TextControlProps & { readonly options: Readonly<Record<string, string>> };

/** Any of several options, each with a tick of its own; the value is their keys with spaces between them. */
export function TicksField({ value, onChange, options, ...field }: TicksFieldProps) {
  const ticked = tickedIn(value);
  const change = (key: string, isTicked: boolean) =>
    onChange(
      Object.keys(options)
        .filter((each) => (each === key ? isTicked : ticked.includes(each)))
        .join(' '),
    );
  return (
    <FieldGroup {...field}>
      {Object.entries(options).map(([key, label], at) => (
        <Checkbox
          key={key}
          id={at === 0 ? field.id : `${field.id}-${key}`}
          label={label}
          checked={ticked.includes(key)}
          onChange={(event) => change(key, event.currentTarget.checked)}
        />
      ))}
    </FieldGroup>
  );
}
