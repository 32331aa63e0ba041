import { PatientDraft, READING_FORMATS, SEXES, type Patient } from '#domain/patient.ts';
import { isFuture } from '#domain/plain-date.ts';
import * as v from 'valibot';

/** A patient as somebody types it: text in every box, empty where nothing is known. */
export type PatientForm = {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly nhsNumber: string;
  readonly hospitalNumber: string;
  readonly sex: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
  readonly address: string;
  readonly language: string;
  readonly interpreterNeeded: 'YES' | 'NO';
  readonly format: string;
};
export type PatientFormField = keyof PatientForm;

/** One thing that is wrong, at the field where it is put right. */
export type FormProblem = { readonly field: PatientFormField; readonly message: string };

export const EMPTY_PATIENT: PatientForm = {
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  nhsNumber: '',
  hospitalNumber: '',
  sex: '',
  emailAddress: '',
  phoneNumber: '',
  address: '',
  language: 'en',
  interpreterNeeded: 'NO',
  format: 'STANDARD',
};

/** A known patient as the form shows it. */
export function patientFormOf(patient: Patient): PatientForm {
  return {
    firstName: patient.firstName,
    lastName: patient.lastName,
    dateOfBirth: patient.dateOfBirth,
    nhsNumber: patient.nhsNumber ?? '',
    hospitalNumber: patient.hospitalNumber ?? '',
    sex: patient.sex ?? '',
    emailAddress: patient.emailAddress ?? '',
    phoneNumber: patient.phoneNumber ?? '',
    address: patient.address ?? '',
    language: patient.communication.language,
    interpreterNeeded: patient.communication.interpreterNeeded ? 'YES' : 'NO',
    format: patient.communication.format,
  };
}

/**
 * The patient that a form means, or what is wrong with it, in the order of the fields.
 *
 * @param now - epoch ms, to tell a birth date in the future
 */
export function readPatientForm(
  form: PatientForm,
  now: number,
):
  | { readonly draft: PatientDraft; readonly problems: readonly [] }
  | { readonly draft: null; readonly problems: readonly FormProblem[] } {
  const parsed = v.safeParse(PatientDraft, sentOf(form));
  const problems = parsed.success ? [] : problemsOf(parsed.issues);
  if (form.dateOfBirth === '') replaceProblem(problems, 'dateOfBirth', 'The Date of birth is required');
  else if (isFuture(form.dateOfBirth, now))
    replaceProblem(problems, 'dateOfBirth', 'The Date of birth must not be in the future');
  if (parsed.success && problems.length === 0) return { draft: parsed.output, problems: [] };
  return { draft: null, problems };
}

/** The field of the form for a path of the wire; null for one that no field shows. */
export function fieldOfPath(path: string): PatientFormField | null {
  const name = path.replace(/^communication\./, '');
  return FIELD_ORDER.find((field) => field === name) ?? null;
}

/** The fields from top to bottom. */
export const FIELD_ORDER = [
  'lastName',
  'firstName',
  'dateOfBirth',
  'nhsNumber',
  'hospitalNumber',
  'sex',
  'phoneNumber',
  'emailAddress',
  'address',
  'language',
  'interpreterNeeded',
  'format',
] as const satisfies readonly PatientFormField[];

function sentOf(form: PatientForm): unknown {
  const orNull = (text: string) => (text.trim() === '' ? null : text);
  return {
    firstName: form.firstName,
    lastName: form.lastName,
    dateOfBirth: form.dateOfBirth,
    nhsNumber: orNull(form.nhsNumber),
    hospitalNumber: orNull(form.hospitalNumber),
    sex: SEXES.find((sex) => sex === form.sex) ?? null,
    emailAddress: orNull(form.emailAddress),
    phoneNumber: orNull(form.phoneNumber),
    address: orNull(form.address),
    communication: {
      language: form.language,
      interpreterNeeded: form.interpreterNeeded === 'YES',
      format: READING_FORMATS.find((format) => format === form.format) ?? 'STANDARD',
    },
  };
}

/** One sentence for each field, the first that was found. */
function problemsOf(issues: readonly v.BaseIssue<unknown>[]): FormProblem[] {
  return FIELD_ORDER.flatMap((field) => {
    const issue = issues.find((each) => fieldOfPath(v.getDotPath(each) ?? '') === field);
    return issue === undefined ? [] : [{ field, message: issue.message }];
  });
}

function replaceProblem(problems: FormProblem[], field: PatientFormField, message: string): void {
  const at = problems.findIndex((problem) => problem.field === field);
  if (at >= 0) problems.splice(at, 1, { field, message });
  else problems.push({ field, message });
}
