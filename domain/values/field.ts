import * as v from 'valibot';

/** How a field is filled in and read; `ticks` are any of its options, as text with spaces between them. Each screen maps every kind to a widget: a kind without one does not compile. */
export type Control =
  | { readonly kind: 'text' | 'tel' | 'email' | 'prose' | 'date' | 'nhsNumber' | 'language' | 'yesNo' | 'check' }
  | { readonly kind: 'select' | 'ticks'; readonly options: Readonly<Record<string, string>> };

/** One field as a form shows it; `isOptional` marks one that may stay empty. */
export type FormField = {
  readonly label: string;
  readonly control: Control;
  readonly hint?: string;
  readonly isOptional?: boolean;
  /** A form for a new entity starts without an answer and cannot be saved without one. */
  readonly mustChoose?: boolean;
};

/** The schemas of one value: in a new entity, in an edit (absent leaves what is there), and as it is stored and sent out. */
type Shapes = {
  readonly draft: v.GenericSchema;
  readonly change: v.GenericSchema;
  readonly stored: v.GenericSchema;
  /** stored where the input is absent */
  readonly empty: unknown;
};
type Shape = 'draft' | 'change' | 'stored';

/** `staysWhenAbsent`: an edit that does not name it leaves it, as builds before do not know of it. */
type Part = Shapes & FormField & { readonly staysWhenAbsent?: boolean };
type Parts = Readonly<Record<string, Part>>;

/** The definition of one field. A field with parts is one value on the wire and in its column, and several inputs in a form. */
export type Field = Shapes & {
  readonly column: string;
  /** Never merged automatically: a user chooses between conflicting values. */
  readonly isGuarded: boolean;
  /** Shown to signers, and so part of the signed digest. */
  readonly isShownToSigner: boolean;
} & (FormField | { readonly label: string; readonly parts: Parts });

/** Fields by their names on the wire, in the order of the wire. */
export type Fields = Readonly<Record<string, Field>>;

export type FieldEntries<T extends Readonly<Record<string, Shapes>>, S extends Shape> = { -readonly [F in keyof T]: T[F][S] };
export type Values<T extends Fields> = { -readonly [F in keyof T]: v.InferOutput<T[F]['stored']> };
/** Of an edit; absent and undefined leave the stored value. */
export type Changes<T extends Fields> = { readonly [F in keyof T]?: v.InferInput<T[F]['change']> | undefined };
export type FieldColumns<T extends Fields> = { -readonly [F in keyof T as T[F]['column']]: v.InferOutput<T[F]['stored']> };
/** The names of the fields that a form shows: of a field with parts, its parts. */
export type FormFieldName<T extends Fields> = {
  [F in keyof T]: T[F] extends { readonly parts: infer P } ? keyof P : F;
}[keyof T] &
  string;
/** The names of the fields for which a mark is set. */
export type MarkedField<T extends Fields, M extends 'isGuarded' | 'isShownToSigner'> = {
  [F in keyof T]: T[F][M] extends true ? F : never;
}[keyof T] &
  string;

/** A required text. */
export function required<const S extends v.GenericSchema>(schema: S) {
  return { draft: schema, change: v.optional(schema), stored: v.string(), empty: '' };
}

/** A value that is `empty` where it is absent. */
export function withDefault<const S extends v.GenericSchema, const O extends v.GenericSchema, const E extends v.InferInput<S>>({
  schema,
  stored,
  empty,
}: {
  readonly schema: S;
  readonly stored: O;
  readonly empty: E & v.InferOutput<O>;
}) {
  return { draft: v.optional(schema, empty), change: v.optional(schema), stored, empty };
}

/** A value that may be unknown: null then, and null empties it. */
export function nullable<const S extends v.GenericSchema, const O extends v.GenericSchema>(schema: S, stored: O) {
  const input = v.optional(v.nullable(schema));
  return { draft: input, change: input, stored: v.nullable(stored), empty: null };
}

/** A part that a later build added to a field: an edit of a build before leaves it, and stored values may lack it. */
export function laterPart<const S extends v.GenericSchema, const O extends v.GenericSchema, const E extends v.InferInput<O>>({
  schema,
  stored,
  empty,
}: {
  readonly schema: S;
  readonly stored: O;
  readonly empty: E;
}) {
  const input = v.optional(schema);
  return { draft: input, change: input, stored: v.optional(stored, empty), empty, staysWhenAbsent: true };
}

/** One value of several parts, which is sent and stored as one. */
export function grouped<const P extends Parts>(parts: P) {
  const input = v.optional(v.strictObject(fieldEntries(parts, 'draft')));
  return { draft: input, change: input, stored: v.object(fieldEntries(parts, 'stored')), empty: emptyOf(parts), parts };
}

/** The entries of an object schema of these fields. */
export function fieldEntries<T extends Readonly<Record<string, Shapes>>, const S extends Shape>(
  fields: T,
  shape: S,
): FieldEntries<T, S> {
  // Every field has every shape.
  return mapped(fields, (field) => field[shape]) as FieldEntries<T, S>;
}

/** The stored values of an entity without any input. */
export function emptyOf<T extends Readonly<Record<string, Shapes>>>(
  fields: T,
): { -readonly [F in keyof T]: v.InferOutput<T[F]['stored']> } {
  // `empty` is of its field's stored shape: the functions above see to it.
  return mapped(fields, ({ empty }) => empty) as { -readonly [F in keyof T]: v.InferOutput<T[F]['stored']> };
}

/** The stored values after a change: null empties a field, absent leaves it, and an absent part has its default, but for a later one, which stays. */
export function applyFieldChanges<T extends Fields>(fields: T, changes: Changes<T>, before: Values<T>): Values<T> {
  const valueOf = (field: Field, name: keyof T): unknown => {
    const input = changes[name];
    if (input === undefined) return before[name];
    return 'parts' in field && input !== null
      ? { ...emptyOf(field.parts), ...laterParts(field.parts, before[name]), ...definedOf(input) }
      : input;
  };
  // Each field has a value of its own type, the old or the new one.
  return mapped(fields, valueOf) as Values<T>;
}

/** A row's columns for these values. */
export function toColumns<T extends Fields>(fields: T, values: Values<T>): FieldColumns<T> {
  // The same values under the columns' names.
  return Object.fromEntries(Object.entries(fields).map(([name, { column }]) => [column, values[name]])) as FieldColumns<T>;
}

/** The values of these fields in a row. */
export function fromColumns<T extends Fields>(fields: T, row: FieldColumns<T>): Values<T> {
  const columns: Readonly<Record<string, unknown>> = row;
  // The same values under the fields' names.
  return mapped(fields, ({ column }) => columns[column]) as Values<T>;
}

/** The names of the fields for which a mark is set, in the order of the wire. */
export function markedFields<T extends Fields, const M extends 'isGuarded' | 'isShownToSigner'>(
  fields: T,
  mark: M,
): readonly MarkedField<T, M>[] {
  const names = Object.keys(fields).filter((name) => fields[name]?.[mark]);
  // Names of fields that bear the mark.
  return names as MarkedField<T, M>[];
}

function mapped<T extends object, V>(fields: T, of: (field: T[keyof T], name: keyof T) => V): Record<string, V> {
  // Object.entries forgets the names and the type of what it lists.
  const entries = Object.entries(fields) as [keyof T & string, T[keyof T]][];
  return Object.fromEntries(entries.map(([name, field]) => [name, of(field, name)]));
}

function laterParts(parts: Parts, before: unknown): object {
  if (typeof before !== 'object' || before === null) return {};
  return definedOf(Object.fromEntries(Object.entries(before).filter(([name]) => parts[name]?.staysWhenAbsent === true)));
}

function definedOf(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}
