import { hasInk } from './ink.ts';
import { languageName } from './language-name.ts';
import { spacedNhsNumber } from './nhs-number.ts';
import { isPlainDate, longDate } from './plain-date.ts';
import { emptyOf, type Control, type Field, type Fields, type FormField, type FormFieldName, type Values } from './field.ts';

/** The inputs of a form: text in every box, empty where nothing is known, YES or NO for a yes or no and for a tick. */
export type Form<T extends Fields> = { readonly [F in FormFieldName<T>]: string };

/** The boxes of a form by name; of a field with parts, its parts. */
export function formFieldsOf<T extends Fields>(fields: T): Readonly<Record<FormFieldName<T>, FormField>> {
  // Every box of every field: those are the names.
  return Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => boxesOf(name, field))) as Readonly<
    Record<FormFieldName<T>, FormField>
  >;
}

/** Stored values as the inputs of a form. */
export function toForm<T extends Fields>(fields: T, values: Values<T>): Form<T> {
  const shown = Object.entries(fields).flatMap(([name, field]) => {
    const value: unknown = values[name];
    if (!('parts' in field)) return [[name, textOf(value)]];
    // A field with parts is stored as an object of all of them.
    const parts = value as Readonly<Record<string, unknown>>;
    return Object.keys(field.parts).map((part) => [part, textOf(parts[part])]);
  });
  // Every box of every field: those are the names.
  return Object.fromEntries(shown) as Form<T>;
}

/** An empty form; a field that must be asked has no answer yet. */
export function emptyForm<T extends Fields>(fields: T): Form<T> {
  const unanswered = Object.entries<FormField>(formFieldsOf(fields)).filter(([, { mustChoose = false }]) => mustChoose);
  return { ...toForm(fields, emptyOf(fields)), ...Object.fromEntries(unanswered.map(([name]) => [name, ''])) };
}

/** The values of a form as the input of a draft, not checked yet. */
export function fromForm<T extends Fields>(fields: T, form: Form<T>): Readonly<Record<string, unknown>> {
  const texts: Readonly<Record<string, string>> = form;
  const values = Object.entries(fields).map(([name, field]) => [
    name,
    'parts' in field
      ? Object.fromEntries(Object.entries(field.parts).map(([part, each]) => [part, valueOf(each, texts[part] ?? '')]))
      : valueOf(field, texts[name] ?? ''),
  ]);
  return Object.fromEntries(values);
}

/** A box's text, or a value of the wire, as people read it. Text of a kind that needs no words stays as it is. */
export function controlWords(control: Control, text: string): string {
  switch (control.kind) {
    case 'date':
      return isPlainDate(text) ? longDate(text) : text;
    case 'nhsNumber':
      return spacedNhsNumber(text);
    case 'language':
      return languageName(text);
    case 'yesNo':
    case 'check':
      return text === 'YES' ? 'Yes' : 'No';
    case 'select':
      return control.options[text] ?? text;
    case 'ticks':
      return tickedIn(text)
        .map((each) => control.options[each] ?? each)
        .join(', ');
    case 'text':
    case 'tel':
    case 'email':
    case 'prose':
      return text;
  }
}

/** The options that a text of a box with ticks names. */
export function tickedIn(text: string): string[] {
  return text.split(' ').filter((each) => each !== '');
}

function boxesOf(name: string, field: Field): [string, FormField][] {
  return 'parts' in field ? Object.entries(field.parts) : [[name, field]];
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'YES' : 'NO';
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'string' ? value : '';
}

// An empty input is sent as its empty value; an unknown option counts as no choice.
function valueOf({ control, empty }: FormField & Pick<Field, 'empty'>, text: string): unknown {
  if (control.kind === 'yesNo' || control.kind === 'check') return text === 'YES';
  if (control.kind === 'ticks') return tickedIn(text).filter((each) => each in control.options);
  if (control.kind === 'select') return text in control.options ? text : empty;
  return !hasInk(text) && empty === null ? null : text;
}
