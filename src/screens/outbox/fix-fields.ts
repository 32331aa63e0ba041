import { hasInk } from '#domain/values/ink.ts';
import type { Control, Fields } from '#domain/values/field.ts';
import { isContactField } from '#domain/patients/restricted.ts';
import { PATIENT_FIELDS, PATIENT_FORM_ORDER } from '#domain/patients/patient-fields.ts';
import { MISDIRECTED, type OpenItem } from '#src/queries/client/outbox.ts';

type Call = OpenItem['op']['call'];

/** The manual correction of a call's field. `path` is its name in the API, with dots. */
export type FixField = {
  readonly path: string;
  readonly control: Control | { readonly kind: 'lines' };
  /** The value sent for an empty field: null, text, or an empty list. */
  readonly empty: 'null' | 'text' | 'list';
  /** Whether the field may be empty. */
  readonly isOptional?: boolean;
};

const FIELDS: Fields = PATIENT_FIELDS;

/** Every field of a patient that is one box, in the order of the form. */
const OF_PATIENT: readonly FixField[] = PATIENT_FORM_ORDER.flatMap((path) => {
  const field = FIELDS[path];
  if (field === undefined || 'parts' in field) return [];
  const { control, isOptional = false, empty } = field;
  if (control.kind === 'check') return [];
  return [{ path, control, empty: empty === null ? 'null' : 'text', isOptional }];
});

const CONSENT: readonly FixField[] = [
  { path: 'mattersToMe', control: { kind: 'prose' }, empty: 'text' },
  { path: 'refusals', control: { kind: 'lines' }, empty: 'list' },
  { path: 'clinicianStatement.note', control: { kind: 'prose' }, empty: 'text' },
  { path: 'interpreter.name', control: { kind: 'text' }, empty: 'text' },
  { path: 'interpreter.emailAddress', control: { kind: 'email' }, empty: 'null', isOptional: true },
  { path: 'interpreter.phone', control: { kind: 'tel' }, empty: 'null', isOptional: true },
  { path: 'interpreter.language', control: { kind: 'text' }, empty: 'text' },
  { path: 'interpreterNoneReason', control: { kind: 'prose' }, empty: 'text' },
];

const REASON: readonly FixField[] = [{ path: 'reason', control: { kind: 'prose' }, empty: 'text' }];

const FIXES: Partial<Readonly<Record<Call, readonly FixField[]>>> = {
  patientCreate: OF_PATIENT,
  patientUpdate: OF_PATIENT,
  consentCreate: CONSENT,
  consentUpdate: CONSENT,
  recordWithdraw: REASON,
};

/**
 * The fields of an item that a person may correct: all of a new patient, of an edit only the changed ones. Content signed or
 * chosen at the bedside is never rewritten, nor content that the server may have under the item's key.
 */
export function fixFields({ op, input }: Pick<OpenItem, 'op' | 'input'>): readonly FixField[] {
  const fields = op.error?.code === MISDIRECTED ? [] : (FIXES[op.call] ?? []);
  if (input['restricted'] === true)
    return fields.filter(({ path }) => !isContactField(path) && valueAt(input, path) !== undefined);
  return op.call === 'patientCreate' ? fields : fields.filter(({ path }) => valueAt(input, path) !== undefined);
}

/** A field's content as form text; a list has a line for each item. */
export function fixFieldText(input: OpenItem['input'], { path, control }: FixField): string {
  const value = valueAt(input, path);
  if (control.kind === 'lines') return Array.isArray(value) ? value.join('\n') : '';
  return typeof value === 'string' ? value : '';
}

/** The input with the corrected values; untouched fields stay byte for byte. */
export function withFixes(
  input: OpenItem['input'],
  fields: readonly FixField[],
  fixes: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return fields.reduce((whole, field) => {
    const text = fixes[field.path];
    return text === undefined || text === fixFieldText(input, field)
      ? whole
      : put(whole, field.path.split('.'), wireOf(field, text));
  }, input);
}

function wireOf({ control, empty }: FixField, text: string): unknown {
  if (control.kind === 'lines') {
    const lines = text.split('\n').map((line) => line.trim());
    return lines.filter((line) => line !== '');
  }
  return !hasInk(text) && empty === 'null' ? null : text;
}

function valueAt(input: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((within, name) => (isObject(within) ? within[name] : undefined), input);
}

function put(whole: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  if (rest.length === 0) return { ...whole, [name]: value };
  const within = whole[name];
  return { ...whole, [name]: put(isObject(within) ? within : {}, rest, value) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
