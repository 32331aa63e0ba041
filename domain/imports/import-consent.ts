import { hasInk } from '#domain/values/ink.ts';
import { sideInWords } from '#domain/consents/consent.ts';
import * as v from 'valibot';
import type { ImportFields } from './import-columns.ts';
import { cellFault, foldedChoice, readChoice, readDate, readMoment, type CellReading } from './import-readings.ts';
import type { RowNote } from './import-table.ts';
import { PATIENT_FIELDS } from '#domain/patients/patient-fields.ts';
import { isFuture, isPlainDate, localDate } from '#domain/values/plain-date.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { deciderOf, FORM_TYPES, formOfNumber, type FormType } from '#domain/forms/form-types.ts';
import { isPatientOnOwnForm, ROLE_RULES, SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import type { CaseStatus, Side } from '#domain/base/states.ts';
import { enterField, IdentityLine, Prose, SingleLine } from '#domain/values/text.ts';
import { isRoundedNumber, ROUNDED } from '#domain/values/rounded-number.ts';
import { FUTURE_BIRTH } from '#domain/values/date-fields.ts';
import { CASE_STATUS_WORDS } from '#domain/cases/state-words.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';
import { NAME_MOST, NOTE_MOST } from '#domain/values/text-limits.ts';

/** Characters by which another system knows a consent [choice]. */
const IMPORT_REFERENCE_MOST = 100;

/** The states that an imported consent may have: the others belong to a form that is still to be signed here (interop §2). */
export const IMPORTED_CONSENT_STATUSES = [
  'SIGNED',
  'DECLINED',
  'WITHDRAWN',
  'EXPIRED',
  'VOIDED',
] as const satisfies readonly CaseStatus[];
export type ImportedConsentStatus = (typeof IMPORTED_CONSENT_STATUSES)[number];

/** The states in which somebody has signed, so that the row must say when. */
const WAS_SIGNED: ReadonlySet<string> = new Set<ImportedConsentStatus>(['SIGNED', 'WITHDRAWN']);

/** Roles that may have signed on paper: a confirmation on the day is no signature of the form. */
const SIGNERS: Readonly<Record<string, string>> = Object.fromEntries(
  SIGNER_ROLES.filter((role) => ROLE_RULES[role].signsForm).map((role) => [role, ROLE_WORDS[role]]),
);
/** Sides as buttons of a row show them: in capitals, so that left and right are not mixed up. */
const SIDE_OPTIONS: Readonly<Record<Side, string>> = {
  LEFT: sideInWords('LEFT'),
  RIGHT: sideInWords('RIGHT'),
  BOTH: sideInWords('BOTH'),
  NOT_APPLICABLE: 'None',
};
/** The states of an imported consent as people read them, and as files may name them. */
export const IMPORTED_STATUS_WORDS: Readonly<Record<ImportedConsentStatus, string>> = {
  SIGNED: CASE_STATUS_WORDS.SIGNED,
  DECLINED: CASE_STATUS_WORDS.DECLINED,
  WITHDRAWN: CASE_STATUS_WORDS.WITHDRAWN,
  // One word, as in the files of other systems.
  EXPIRED: 'Expired',
  VOIDED: CASE_STATUS_WORDS.VOIDED,
};
// The keys are those of the table of forms.
const FORMS = Object.fromEntries(FORM_TYPES.map((type) => [type, FORM_WORDS[type].name])) as Readonly<Record<FormType, string>>;

/** The fields of a consent as columns of a file, in the order of the preview. */
export const CONSENT_IMPORT = {
  lastName: { label: 'Last name', headings: ['surname', 'family name'] },
  firstName: { label: 'First name', headings: ['forename', 'given name'] },
  dateOfBirth: { label: 'Date of birth', headings: ['dob', 'birth date'] },
  nhsNumber: { label: 'NHS number', headings: ['nhs no'] },
  hospitalNumber: { label: 'Hospital number', headings: ['mrn', 'unit number', 'pas number'] },
  procedure: { label: 'Procedure', headings: ['operation', 'procedure name', 'procedure code', 'procedureID'] },
  side: { label: 'Side', headings: ['laterality'], choices: SIDE_OPTIONS },
  formType: { label: 'Form', headings: ['form type', 'consent form', 'type of form'], choices: FORMS },
  status: { label: 'State', headings: ['status', 'consent status'], choices: IMPORTED_STATUS_WORDS },
  signedAt: { label: 'Signed', headings: ['signed at', 'signed on', 'date signed', 'consent date', 'date of consent'] },
  clinicianName: { label: 'Clinician', headings: ['clinician name', 'consultant', 'surgeon'] },
  signerName: { label: 'Signed by', headings: ['signer name', 'signer', 'signatory'] },
  signerRole: { label: 'Role of who signed', headings: ['signer role', 'role'], choices: SIGNERS },
  note: { label: 'Note', headings: ['notes', 'comment', 'comments'] },
  externalID: { label: 'Reference', headings: ['external id', 'consent id', 'consent number'] },
} as const satisfies ImportFields;
export type ConsentImportField = keyof typeof CONSENT_IMPORT;
export const CONSENT_IMPORT_FIELDS = Object.keys(CONSENT_IMPORT) as readonly ConsentImportField[];

/** A consent as a row of a file has it; faulty fields hold their text, and empty ones are absent. */
export type ImportedConsentValue = { [F in ConsentImportField]?: string };

/** Further words for a side, folded. */
const SIDE_SYNONYMS: ReadonlyMap<string, Side> = new Map([
  ['LEFT SIDE', 'LEFT'],
  ['RIGHT SIDE', 'RIGHT'],
  ['BILATERAL', 'BOTH'],
  ['N/A', 'NOT_APPLICABLE'],
]);

const SCHEMAS = {
  lastName: PATIENT_FIELDS.lastName.draft,
  firstName: PATIENT_FIELDS.firstName.change,
  nhsNumber: PATIENT_FIELDS.nhsNumber.change,
  hospitalNumber: PATIENT_FIELDS.hospitalNumber.change,
  dateOfBirth: PATIENT_FIELDS.dateOfBirth.draft,
  procedure: SingleLine({ label: 'Procedure', most: NAME_MOST }),
  clinicianName: IdentityLine({ label: 'Clinician', most: NAME_MOST }),
  signerName: IdentityLine({ label: 'name of who signed', most: NAME_MOST }),
  note: Prose({ label: 'Note', most: NOTE_MOST }),
  externalID: v.pipe(
    IdentityLine({ label: 'Reference', most: IMPORT_REFERENCE_MOST }),
    v.check((text) => !isRoundedNumber(text), ROUNDED),
  ),
} as const satisfies Partial<Record<ConsentImportField, v.GenericSchema>>;

type Clock = {
  /** epoch ms */
  readonly now: number;
  /** IANA name: days are those of the organisation's wall calendar */
  readonly timeZone: string;
};

/** One row as a consent, as far as the row alone tells: patient, procedure and doubles are looked for beside it. */
export function readConsentRow(
  texts: ReadonlyMap<string, string>,
  clock: Clock,
): { value: ImportedConsentValue; errors: RowNote[] } {
  const value: ImportedConsentValue = {};
  const errors: RowNote[] = [];
  for (const field of CONSENT_IMPORT_FIELDS) {
    const text = (texts.get(field) ?? '').trim();
    if (!hasInk(text)) continue;
    const read = readField(field, text, clock);
    value[field] = 'fault' in read ? text : read.value;
    if ('fault' in read) errors.push({ path: field, message: read.fault });
  }
  errors.push(...missingFields(value), ...contradictions(value, errors, clock));
  return { value, errors };
}

function readField(field: ConsentImportField, text: string, clock: Clock): CellReading<string> {
  const { label } = CONSENT_IMPORT[field];
  const unread = cellFault(text, label);
  if (unread !== undefined) return { fault: unread };
  switch (field) {
    case 'side':
      return chosen(SIDE_SYNONYMS.get(foldedChoice(text)) ?? readChoice(text, { options: SIDE_OPTIONS, letters: true }), {
        label,
        values: Object.keys(SIDE_OPTIONS),
      });
    case 'formType':
      return chosen(readFormType(text), { label, values: FORM_TYPES });
    case 'status':
      return chosen(readChoice(text, { options: IMPORTED_STATUS_WORDS }), { label, values: IMPORTED_CONSENT_STATUSES });
    case 'signerRole':
      return chosen(readChoice(text, { options: SIGNERS }), { label, values: Object.keys(SIGNERS) });
    case 'signedAt':
      return notInFuture(readMoment(text, { label: 'time of signing', timeZone: clock.timeZone }), clock);
    case 'dateOfBirth': {
      const read = readDate(text, label);
      return 'fault' in read ? read : checked(field, read.value, clock);
    }
    default:
      return checked(field, text, clock);
  }
}

function checked(field: keyof typeof SCHEMAS, text: string, { now, timeZone }: Clock): CellReading<string> {
  const result = v.safeParse(SCHEMAS[field], text, { abortPipeEarly: true });
  if (!result.success) return { fault: result.issues[0].message };
  if (field === 'dateOfBirth' && isFuture(String(result.output), localDate(now, timeZone))) return { fault: FUTURE_BIRTH };
  return { value: String(result.output) };
}

function chosen(value: string | undefined, { label, values }: { label: string; values: readonly string[] }): CellReading<string> {
  return value === undefined ? { fault: `The ${label} must be one of ${values.join(', ')}` } : { value };
}

/** `FORM_1`, `Form 1`, `consent form 1`, `1`. */
function readFormType(text: string): FormType | undefined {
  const number = /^(?:consent\s+)?(?:form[\s_-]*)?(\d+)$/i.exec(text)?.[1];
  return number === undefined ? undefined : formOfNumber(number);
}

function notInFuture(read: CellReading<string>, { now, timeZone }: Clock): CellReading<string> {
  if ('fault' in read) return read;
  const isLater = isPlainDate(read.value) ? read.value > localDate(now, timeZone) : Date.parse(read.value) > now;
  return isLater ? { fault: 'The time of signing must not be in the future' } : read;
}

function missingFields(value: ImportedConsentValue): RowNote[] {
  const { nhsNumber, hospitalNumber, lastName } = value;
  const required: ConsentImportField[] = ['dateOfBirth', 'procedure', 'formType', 'status'];
  if (value.status !== undefined && WAS_SIGNED.has(value.status)) required.push('signedAt');
  const missing = required
    .filter((field) => value[field] === undefined)
    .map((field) => ({
      path: field as string,
      message: field === 'signedAt' ? 'Enter when it was signed' : enterField(CONSENT_IMPORT[field].label),
    }));
  const isNamed = nhsNumber !== undefined || hospitalNumber !== undefined || lastName !== undefined;
  return isNamed
    ? missing
    : [{ path: 'nhsNumber', message: 'Enter the NHS number, the hospital number or the name' }, ...missing];
}

function contradictions(value: ImportedConsentValue, errors: readonly RowNote[], { timeZone }: Clock): RowNote[] {
  const sound = (field: ConsentImportField) => (errors.some(({ path }) => path === field) ? undefined : value[field]);
  const [day, born] = [dayOfSigning(sound('signedAt'), timeZone), sound('dateOfBirth')];
  const notes: RowNote[] = [];
  if (day !== undefined && born !== undefined && day < born)
    notes.push({ path: 'signedAt', message: 'The time of signing must not be before the patient was born' });
  const formType = FORM_TYPES.find((each) => each === sound('formType'));
  if (formType !== undefined && deciderOf(formType) === 'clinician' && isPatientOnOwnForm(sound('signerRole')))
    notes.push({ path: 'signerRole', message: `The patient does not sign ${FORM_WORDS[formType].name}` });
  if (sound('signerRole') !== undefined && value.signerName === undefined)
    notes.push({ path: 'signerName', message: 'Enter the name of who signed' });
  return notes;
}

/** The plain date of a time of signing, which is a plain date or a moment. */
export function dayOfSigning<T extends string | undefined>(signedAt: T, timeZone: string): T | string {
  if (signedAt === undefined || isPlainDate(signedAt)) return signedAt;
  return localDate(Date.parse(signedAt), timeZone);
}
