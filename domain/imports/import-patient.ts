import { hasInk } from '#domain/values/ink.ts';
import * as v from 'valibot';
import { FUTURE_BIRTH } from '#domain/values/date-fields.ts';
import type { Control } from '#domain/values/field.ts';
import type { ImportField } from './import-columns.ts';
import { cellFault, foldedChoice, readChoice, readDate, readYesNo, type CellReading } from './import-readings.ts';
import type { RowNote } from './import-table.ts';
import {
  channelCalled,
  isPreferredElsewhere,
  orderedChannels,
  preferredElsewhere,
  readWish,
  WISH_COLUMN_NAMES,
  WISH_COLUMNS,
  type WishColumnName,
} from './import-wishes.ts';
import { PATIENT_FIELDS, PATIENT_FORM_ORDER, type PatientFormField } from '#domain/patients/patient-fields.ts';
import { isFuture } from '#domain/values/plain-date.ts';
import type { PatientStatus } from '#domain/base/states.ts';
import { patientStatusWords } from '#domain/cases/state-words.ts';
import { languageTagOf } from '#domain/values/language-tags.ts';
import { withLostZero } from '#domain/values/rounded-number.ts';
import { enterField } from '#domain/values/text.ts';

/** Likely duplicates that are shown for one row of an import (interop §1). */
export const IMPORT_DUPLICATES_MOST = 3;

/** The states that an imported patient may have: a merged one names another, which no file can. */
export const IMPORTED_STATUSES = ['ACTIVE', 'INACTIVE', 'DECEASED'] as const satisfies readonly PatientStatus[];
const STATUS_LABEL = 'Status';
/** The sentence for a state that no imported patient may have. */
export const STATUS_FAULT = `The ${STATUS_LABEL} must be one of ${IMPORTED_STATUSES.join(', ')}`;

const STATUSES = { choices: Object.fromEntries(IMPORTED_STATUSES.map((status) => [status, patientStatusWords(status).words])) };

export type PatientImportField = PatientFormField | WishColumnName | 'status';

/** Headings that hospitals write, beside each field's own name and label (interop §1). */
const HEADINGS: Readonly<Record<PatientFormField | 'status', readonly string[]>> = {
  lastName: ['surname', 'family name'],
  firstName: ['forename', 'given name'],
  nameInLatin: ['latin name', 'romanised name'],
  dateOfBirth: ['dob', 'birth date'],
  nhsNumber: ['nhs no'],
  hospitalNumber: ['mrn', 'unit number', 'pas number'],
  sex: ['gender'],
  phoneNumber: ['phone', 'telephone', 'mobile', 'tel'],
  emailAddress: ['email'],
  address: [...[1, 2, 3, 4, 5].flatMap((line) => [`address ${line}`, `address line ${line}`]), 'postcode'],
  restricted: ['sensitive'],
  language: ['lang'],
  interpreterNeeded: ['interpreter'],
  format: [],
  preferred: ['contact preference', 'preferred contact', 'preferred contact method'],
  refused: ['do not contact by', 'no messages by', 'contact refused'],
  status: [],
};

/** Codes of the NHS Data Dictionary (person gender code, person stated gender code), and people's words, folded. */
const SEX_CODES: ReadonlyMap<string, string> = new Map([
  ['0', 'NOT_STATED'],
  ['1', 'MALE'],
  ['2', 'FEMALE'],
  ['9', 'NOT_STATED'],
  ['U', 'NOT_STATED'],
  ['X', 'NOT_STATED'],
  ['UNKNOWN', 'NOT_STATED'],
  ['NOT KNOWN', 'NOT_STATED'],
  ['NOT SPECIFIED', 'NOT_STATED'],
  ['MAN', 'MALE'],
  ['WOMAN', 'FEMALE'],
]);

type Entry = { path: string; label: string; control: Control; schema: v.GenericSchema; isRequired: boolean };
const ENTRIES: Readonly<Record<PatientFormField, Entry>> = entries();

/** The fields of a patient as columns of a file. */
export const PATIENT_IMPORT: Readonly<Record<PatientImportField, ImportField>> = importFields();

/** A patient as a row of a file has it: faulty fields hold their text. The parts of `communication` are in it by their names. */
export type ImportedPatient = { [field: string]: Imported | { [part: string]: Imported } };
type Imported = string | boolean | string[];

/** A row as it was read: `warnings` are doubts about a sound value. */
type PatientRowReading = { value: ImportedPatient; errors: RowNote[]; warnings: RowNote[] };

/** One row as a patient. The same limits as everywhere: those of the table of fields. @param today - plain date where the organisation is */
export function readPatientRow(texts: ReadonlyMap<string, string>, today: string): PatientRowReading {
  const value: ImportedPatient = {};
  const errors: RowNote[] = [];
  const warnings: RowNote[] = [];
  for (const field of PATIENT_FORM_ORDER) {
    const entry = ENTRIES[field];
    const text = texts.get(field) ?? '';
    if (!hasInk(text) && !entry.isRequired) continue;
    if (field === 'preferred' && isPreferredElsewhere(text)) {
      warnings.push({ path: entry.path, message: preferredElsewhere(text) });
      continue;
    }
    const read = hasInk(text) ? readField(text, { field, entry, today }) : { fault: enterField(entry.label) };
    if ('fault' in read) errors.push({ path: entry.path, message: read.fault });
    setAt(value, entry.path, 'fault' in read ? text : read.value);
  }
  readWishes(texts, { value, errors, warnings });
  const status = texts.get('status');
  if (status !== undefined) {
    const known = IMPORTED_STATUSES.find((each) => each === status.toUpperCase());
    value['status'] = known ?? status;
    if (known === undefined) errors.push({ path: 'status', message: STATUS_FAULT });
  }
  const whole = errors.some(({ path }) => path === 'phoneNumber') ? undefined : withLostZero(texts.get('phoneNumber') ?? '');
  if (whole !== undefined) warnings.push({ path: 'phoneNumber', message: `Is a 0 missing? ${whole}` });
  return { value, errors, warnings };
}

/** Adds the refusals of columns about one way each. What is refused is preferred no more. */
function readWishes(texts: ReadonlyMap<string, string>, { value, errors, warnings }: PatientRowReading): void {
  const before = partOf(value, 'refused');
  const refused = new Set(Array.isArray(before) ? before : []);
  for (const name of WISH_COLUMN_NAMES) {
    const text = texts.get(name) ?? '';
    if (!hasInk(text)) continue;
    const read = readWish(text, name);
    if ('fault' in read) errors.push({ path: name, message: read.fault });
    else if (read.value) refused.add(WISH_COLUMNS[name].channel);
    // It is read again with the row once a person has mended that.
    if ('fault' in read || typeof before === 'string') value[name] = text;
  }
  if (refused.size === 0 || typeof before === 'string') return;
  setAt(value, ENTRIES.refused.path, orderedChannels(refused));
  const preferred = partOf(value, 'preferred');
  if (typeof preferred !== 'string' || !refused.has(preferred)) return;
  dropPart(value, 'preferred');
  warnings.push({ path: ENTRIES.preferred.path, message: 'The file prefers a way that it refuses: it is refused' });
}

function partOf(value: ImportedPatient, part: 'refused' | 'preferred'): Imported | undefined {
  const group = value['communication'];
  return typeof group === 'object' && !Array.isArray(group) ? group[part] : undefined;
}

function dropPart(value: ImportedPatient, part: 'preferred'): void {
  const group = value['communication'];
  if (typeof group !== 'object' || Array.isArray(group)) return;
  const { [part]: _, ...others } = group;
  value['communication'] = others;
}

function readField(
  text: string,
  { field, entry, today }: { field: PatientFormField; entry: Entry; today: string },
): CellReading<Imported> {
  const unread = cellFault(text, entry.label);
  if (unread !== undefined) return { fault: unread };
  const read = readByControl(text, entry, field === 'sex');
  if ('fault' in read) return read;
  const checked = v.safeParse(entry.schema, read.value, { abortPipeEarly: true });
  if (!checked.success) return { fault: checked.issues[0].message };
  if (field === 'dateOfBirth' && isFuture(String(checked.output), today)) return { fault: FUTURE_BIRTH };
  // Fields that a form shows are texts, lists of such, and yes or no.
  return { value: checked.output as Imported };
}

function readByControl(text: string, { control, label }: Entry, letters: boolean): CellReading<Imported> {
  if (control.kind === 'date') return readDate(text, label);
  if (control.kind === 'yesNo' || control.kind === 'check') return readYesNo(text, label);
  // A text that is none of the options stays, and the field's own schema says so.
  if (control.kind === 'language') return { value: languageTagOf(text) };
  if (control.kind === 'ticks') return { value: ticksOf(text, control.options) };
  const code = letters ? SEX_CODES.get(foldedChoice(text)) : undefined;
  if (control.kind === 'select')
    return { value: code ?? readChoice(text, { options: control.options, letters }) ?? channelIn(text, control.options) ?? text };
  return { value: text };
}

/** The options that a cell names, by their keys or their words, with commas, semicolons or blanks between them; text that names none stays. */
function ticksOf(text: string, options: Readonly<Record<string, string>>): string[] {
  const whole = readChoice(text, { options }) ?? channelIn(text, options);
  if (whole !== undefined) return [whole];
  const words = text.split(/[,;/]/).flatMap((part) => {
    const known = readChoice(part, { options }) ?? channelIn(part, options);
    return known === undefined ? part.split(/\s+/) : [known];
  });
  return words.filter((word) => hasInk(word)).map((word) => readChoice(word, { options }) ?? channelIn(word, options) ?? word);
}

/** The way of messages that a text calls by another name, where the options are such. */
function channelIn(text: string, options: Readonly<Record<string, string>>): string | undefined {
  const channel = channelCalled(text);
  return channel !== undefined && Object.hasOwn(options, channel) ? channel : undefined;
}

function setAt(value: ImportedPatient, path: string, fieldValue: Imported): void {
  const [name = '', part] = path.split('.');
  if (part === undefined) value[name] = fieldValue;
  else {
    const group = value[name];
    value[name] = { ...(typeof group === 'object' ? group : {}), [part]: fieldValue };
  }
}

function entries(): Record<PatientFormField, Entry> {
  const all = Object.entries(PATIENT_FIELDS).flatMap(([name, field]): [string, Entry][] =>
    'parts' in field
      ? Object.entries(field.parts).map(([part, { label, control, draft }]) => [
          part,
          entryOf(`${name}.${part}`, label, control, draft),
        ])
      : [[name, entryOf(name, field.label, field.control, field.draft)]],
  );
  // Every field of the form is one of the table, or a part of one.
  return Object.fromEntries(all) as Record<PatientFormField, Entry>;
}

function entryOf(path: string, label: string, control: Control, schema: v.GenericSchema): Entry {
  return { path, label, control, schema, isRequired: !v.safeParse(schema, undefined).success };
}

function importFields(): Record<PatientImportField, ImportField> {
  // The names of `HEADINGS`, and no others.
  const names = Object.keys(HEADINGS) as (keyof typeof HEADINGS)[];
  const wishes = WISH_COLUMN_NAMES.map((name) => {
    const { label, headings } = WISH_COLUMNS[name];
    return [name, { label, headings, isJoined: true, choices: { yes: 'Yes', no: 'No' } }] as const;
  });
  return Object.fromEntries([
    ...names.map((name) => {
      const label = name === 'status' ? STATUS_LABEL : ENTRIES[name].label;
      const choices = name === 'status' ? STATUSES : choicesOf(ENTRIES[name].control);
      return [name, { label, headings: HEADINGS[name], ...(name === 'address' ? { isJoined: true } : {}), ...choices }] as const;
    }),
    ...wishes,
  ]) as Record<PatientImportField, ImportField>;
}

function choicesOf(control: Control): Pick<ImportField, 'choices'> {
  if (control.kind === 'select') return { choices: control.options };
  return control.kind === 'yesNo' || control.kind === 'check' ? { choices: { yes: 'Yes', no: 'No' } } : {};
}
