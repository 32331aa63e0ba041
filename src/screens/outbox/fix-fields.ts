import type { OpenItem } from '#src/queries/outbox.ts';

type Call = OpenItem['op']['call'];

/** How a field of a call is put right by hand. `path` is its name on the wire, in dots. */
export type FixField = {
  readonly path: string;
  readonly kind: 'text' | 'tel' | 'email' | 'prose' | 'date' | 'nhsNumber' | 'sex' | 'lines';
  /** An empty one is sent as null, as text, or as a list of none. */
  readonly empty: 'null' | 'text' | 'list';
  /** Whether it may be left empty. */
  readonly isOptional?: boolean;
};

const PATIENT: readonly FixField[] = [
  { path: 'lastName', kind: 'text', empty: 'text' },
  { path: 'firstName', kind: 'text', empty: 'text', isOptional: true },
  { path: 'dateOfBirth', kind: 'date', empty: 'text' },
  { path: 'nhsNumber', kind: 'nhsNumber', empty: 'null', isOptional: true },
  { path: 'hospitalNumber', kind: 'text', empty: 'null', isOptional: true },
  { path: 'sex', kind: 'sex', empty: 'null', isOptional: true },
  { path: 'phoneNumber', kind: 'tel', empty: 'null', isOptional: true },
  { path: 'emailAddress', kind: 'email', empty: 'null', isOptional: true },
  { path: 'address', kind: 'prose', empty: 'null', isOptional: true },
];

const CONSENT: readonly FixField[] = [
  { path: 'mattersToMe', kind: 'prose', empty: 'text' },
  { path: 'refusals', kind: 'lines', empty: 'list' },
  { path: 'clinicianStatement.note', kind: 'prose', empty: 'text' },
  { path: 'interpreter.name', kind: 'text', empty: 'text' },
  { path: 'interpreter.emailAddress', kind: 'email', empty: 'null', isOptional: true },
  { path: 'interpreter.phone', kind: 'tel', empty: 'null', isOptional: true },
  { path: 'interpreter.language', kind: 'text', empty: 'text' },
  { path: 'interpreterNoneReason', kind: 'prose', empty: 'text' },
];

const REASON: readonly FixField[] = [{ path: 'reason', kind: 'prose', empty: 'text' }];

const FIXES: Partial<Readonly<Record<Call, readonly FixField[]>>> = {
  patientCreate: PATIENT,
  patientUpdate: PATIENT,
  consentCreate: CONSENT,
  consentUpdate: CONSENT,
  recordWithdraw: REASON,
};

/**
 * The fields of an item that a person may write anew: those of a new patient all, of an edit only the ones that it changes. What
 * somebody signed or chose at the bedside is never rewritten.
 */
export function fixFields({ op, input }: Pick<OpenItem, 'op' | 'input'>): readonly FixField[] {
  const fields = FIXES[op.call] ?? [];
  return op.call === 'patientCreate' ? fields : fields.filter(({ path }) => valueAt(input, path) !== undefined);
}

/** A field's content as a form shows it; a list has a line for each. */
export function typedOf(input: OpenItem['input'], { path, kind }: FixField): string {
  const value = valueAt(input, path);
  if (kind === 'lines') return Array.isArray(value) ? value.join('\n') : '';
  return typeof value === 'string' ? value : '';
}

/** The input with what was typed in its place; fields that nobody touched stay to the letter. */
export function withTyped(
  input: OpenItem['input'],
  fields: readonly FixField[],
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return fields.reduce((whole, field) => {
    const text = typed[field.path];
    return text === undefined || text === typedOf(input, field) ? whole : put(whole, field.path.split('.'), wireOf(field, text));
  }, input);
}

function wireOf({ kind, empty }: FixField, text: string): unknown {
  if (kind === 'lines') {
    const lines = text.split('\n').map((line) => line.trim());
    return lines.filter((line) => line !== '');
  }
  return text.trim() === '' && empty === 'null' ? null : text;
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
