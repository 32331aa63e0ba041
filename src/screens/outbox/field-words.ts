import { capitalised } from '#domain/base/capitalised.ts';
import { sideAndSiteWords } from '#domain/consents/consent.ts';
import { controlWords } from '#domain/values/field-form.ts';
import { LIST_TYPES, LIST_WORDS } from '#domain/theatre/listed.ts';
import { patientFieldLabel, patientFormField } from '#domain/patients/patient-words.ts';
import { isPlainDate, longDate } from '#domain/values/plain-date.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { patientStatusWords } from '#domain/cases/state-words.ts';
import { isSignerRole } from '#domain/forms/signer-roles.ts';
import { asSide, PATIENT_STATUSES } from '#domain/base/states.ts';
import type { OpFields } from '#src/queries/client/outbox.ts';

const LABELS: Readonly<Record<string, string>> = {
  status: 'Status',
  mergedInto: 'Merged into',
  formType: 'Form',
  templateID: 'Template',
  procedures: 'Procedures',
  sections: 'Sections',
  nodes: 'Text',
  clinicianStatement: 'Clinician’s statement',
  mattersToMe: 'What matters to the patient',
  additionalChoices: 'Choices',
  choiceDetails: 'Words of the choices',
  refusals: 'Refusals',
  latinNames: 'Names in Latin letters',
  interpreter: 'Interpreter',
  interpreterNoneReason: 'Why there is no interpreter',
  role: 'Role',
  name: 'Name',
  method: 'How it was signed',
  strokes: 'Signature',
  typedName: 'Typed name',
  nameConfirmed: 'Asked whether they sign so',
  machineTranslated: 'Shown in a machine translation',
  statement: 'What was signed',
  contentDigest: 'Digest of what was shown',
  comments: 'Comments',
  witness: 'Witness',
  adult: 'Is 18 or older',
  reason: 'Reason',
  channel: 'How it is signed',
  templateVersion: 'Template version',
  version: 'This step',
  listed: 'Listed for surgery',
  date: 'Date',
  theatre: 'Theatre',
  listType: 'List',
  clinicianID: 'Who operates',
};

/** Bookkeeping without meaning for a person; the exported file contains it. */
const HIDDEN =
  /^(?!clinicianID$)(?:id|.*ID|.*Id|version|activeTab|clockOffset|capturedAt|libraryVersion|templateVersion|signing_order)$/;

/** Whether a field's content is shown on screen. */
export function isShown(field: string): boolean {
  return !HIDDEN.test(field);
}

/** The label of an API field; an unknown one gets its own name, in words. */
export function fieldLabel(field: string): string {
  const known = LABELS[field] ?? patientFieldLabel(field);
  if (known !== undefined) return known;
  const words = field.replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return capitalised(words);
}

/** The source of procedure names: the API carries only their ids. */
export type Names = { readonly library: Readonly<Record<string, string>> };

/** A field's whole content as text, a line for each item of it; none for an empty value. */
export function valueLines(field: string, value: unknown, names: Names): string[] {
  if (field === 'listed' && value === null) return ['Not on a list'];
  if (field === 'clinicianID') return [value == null ? 'The clinician who signed' : 'Another clinician'];
  if (value === undefined || value === null || value === '') return [];
  if (field === 'nodes') return [nodeText(value)];
  if (Array.isArray(value)) return value.flatMap((each) => listed(field, valueLines(field, each, names)));
  // JSON has no other objects than these.
  if (typeof value === 'object') return objectLines(value as OpFields, names);
  return [plainWords(field, value)];
}

/** As {@link valueLines}, on one line; `Empty` for an empty value. */
export function valueWords(field: string, value: unknown, names: Names): string {
  const lines = valueLines(field, value, names);
  return lines.length === 0 ? 'Empty' : lines.join(' · ');
}

/** The words of a text with marks and blocks. */
function nodeText(node: unknown): string {
  if (Array.isArray(node)) return node.map(nodeText).join(' ').trim();
  if (typeof node !== 'object' || node === null) return '';
  return 'text' in node ? String(node.text) : nodeText('children' in node ? node.children : []);
}

function objectLines(value: OpFields, names: Names): string[] {
  if (typeof value['num'] === 'number') return [`${count(value['num'])} in ${count(Number(value['den']))}`];
  if ('listType' in value) return LISTING.flatMap((field) => valueLines(field, value[field], names));
  const id = value['procedureID'];
  const side = asSide(value['side']);
  if (typeof id === 'string') {
    const { side: _side, site, procedureName, ...rest } = value;
    const name = typeof procedureName === 'string' ? procedureName : (names.library[id] ?? 'A procedure of the library');
    const where = sideAndSiteWords({ side, site: typeof site === 'string' ? site : '' });
    return [where === '' ? name : `${name}, ${where}`, ...labelled(rest, names)];
  }
  return labelled(value, names);
}

/** A listing needs no labels, and has this order. */
const LISTING = ['date', 'theatre', 'listType'] as const;

/** Fields that need no label: they name the object. */
const SPEAKING = new Set(['name', 'title', 'text']);

function labelled(value: OpFields, names: Names): string[] {
  return Object.entries(value).flatMap(([field, each]) => {
    if (!isShown(field)) return [];
    const lines = valueLines(field, each, names);
    if (Array.isArray(each) && field !== 'nodes' && lines.length > 0)
      return [`${fieldLabel(field)}:`, ...lines.map((line) => `– ${line}`)];
    return SPEAKING.has(field) ? lines : lines.map((line) => `${fieldLabel(field)}: ${line}`);
  });
}

// One item of a list stays on one line, however many fields it has; a procedure has too many for that.
function listed(field: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 || field === 'procedures' ? lines : [lines.join(' · ')];
}

function count(number: number): string {
  return number.toLocaleString('en-GB');
}

function plainWords(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  const control = patientFormField(field)?.control;
  const words = control === undefined ? text : controlWords(control, text);
  if (words !== text) return words;
  if (field === 'role' && isSignerRole(text)) return ROLE_WORDS[text];
  const status = PATIENT_STATUSES.find((each) => each === text);
  if (field === 'status' && status !== undefined) return patientStatusWords(status).words;
  const list = LIST_TYPES.find((each) => each === text);
  if (field === 'listType' && list !== undefined) return LIST_WORDS[list];
  if (isPlainDate(text)) return longDate(text);
  // Only enum values of the API are converted; typed text stays as it is.
  return CODED.has(field) || control?.kind === 'select' ? codeWords(text) : text;
}

const CODED = new Set(['formType', 'method', 'answer', 'mode', 'anaesthetic', 'channel', 'status', 'side']);

function codeWords(code: string): string {
  const words = code.replaceAll('_', ' ').toLocaleLowerCase('en-GB');
  return capitalised(words);
}
