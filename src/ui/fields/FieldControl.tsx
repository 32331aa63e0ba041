import type { Control } from '#domain/values/field.ts';
import { tickedIn } from '#domain/values/field-form.ts';
import { CheckCards, ChoiceCards } from './ChoiceCards.tsx';
import { CheckField } from './CheckField.tsx';
import type { FieldProps } from './field.ts';
import { languageOptions } from '#domain/values/language-tags.ts';
import { NhsNumberField } from './NhsNumberField.tsx';
import { PlainDateField } from './PlainDateField.tsx';
import { SelectField } from './SelectField.tsx';
import { TextAreaField } from './TextAreaField.tsx';
import { TextField } from './TextField.tsx';

export type FieldControlProps = FieldProps & {
  readonly control: Control;
  /** The field's text; YES or NO of a yes or no, and of a tick. */
  readonly value: string;
  readonly onChange: (value: string) => void;
};

const YES_OR_NO = [
  { value: 'YES', label: 'Yes' },
  { value: 'NO', label: 'No' },
];

/** The widget of each kind of field; a kind that has none does not compile. */
export function FieldControl({ control, ...field }: FieldControlProps) {
  switch (control.kind) {
    case 'text':
      return <TextField {...field} />;
    case 'tel':
    case 'email':
      return <TextField {...field} type={control.kind} inputMode={control.kind} />;
    case 'prose':
      return <TextAreaField {...field} />;
    case 'date':
      return <PlainDateField {...field} />;
    case 'nhsNumber':
      return <NhsNumberField {...field} />;
    case 'language':
      return <SelectField {...field} options={languageOptions(field.value)} />;
    case 'select': {
      const options = Object.entries(control.options).map(([value, label]) => ({ value, label }));
      return <SelectField {...field} {...(field.optional === true ? { placeholder: 'Not recorded' } : {})} options={options} />;
    }
    case 'check':
      return <CheckField {...field} />;
    case 'ticks': {
      const { value, onChange, ...props } = field;
      const choices = Object.entries(control.options).map(([key, label]) => ({ value: key, label }));
      const change = (ticked: readonly string[]) =>
        onChange(choices.flatMap((each) => (ticked.includes(each.value) ? [each.value] : [])).join(' '));
      return <CheckCards {...props} choices={choices} value={tickedIn(value)} onChange={change} />;
    }
    case 'yesNo':
      return <ChoiceCards {...field} choices={YES_OR_NO} />;
  }
}
