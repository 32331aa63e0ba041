import { hasInk } from '#domain/values/ink.ts';
import { emptyForm, fromForm, toForm, type Form } from '#domain/values/field-form.ts';
import { isNhsNumber } from '#domain/values/nhs-number-field.ts';
import { PATIENT_FIELDS, PATIENT_FORM_ORDER, type PatientFormField } from '#domain/patients/patient-fields.ts';
import { PatientDraft, type PatientValues } from '#domain/patients/patient.ts';
import { PATIENT_FORM_FIELDS } from '#domain/patients/patient-words.ts';
import { isFuture } from '#domain/values/plain-date.ts';
import type { EnteredIdentity } from '#src/queries/patients.ts';
import * as v from 'valibot';

/** A patient as form input: text in every field, empty where unknown. */
export type PatientForm = Form<typeof PATIENT_FIELDS>;

/** One validation problem, at the field where it is corrected. */
export type FormProblem = { readonly field: PatientFormField; readonly message: string };

export const EMPTY_FORM: PatientForm = emptyForm(PATIENT_FIELDS);

/** A known patient as the form shows it. */
export function patientFormOf(patient: PatientValues): PatientForm {
  return toForm(PATIENT_FIELDS, patient);
}

/**
 * Parses the form into a patient, or returns its problems, in the order of the fields.
 *
 * @param today - plain date where the organisation is: a birth date after it is in the future
 */
export function readPatientForm(
  form: PatientForm,
  today: string,
):
  | { readonly draft: PatientDraft; readonly problems: readonly [] }
  | { readonly draft: null; readonly problems: readonly FormProblem[] } {
  const parsed = v.safeParse(PatientDraft, fromForm(PATIENT_FIELDS, form));
  const problems = parsed.success ? [] : problemsOf(parsed.issues);
  if (form.dateOfBirth === '') replaceProblem(problems, 'dateOfBirth', 'Enter the date of birth');
  else if (isFuture(form.dateOfBirth, today))
    replaceProblem(problems, 'dateOfBirth', 'The Date of birth must not be in the future');
  for (const field of MUST_CHOOSE)
    if (form[field] === '') replaceProblem(problems, field, `Choose an answer for “${PATIENT_FORM_FIELDS[field].label}”`);
  problems.sort((one, other) => PATIENT_FORM_ORDER.indexOf(one.field) - PATIENT_FORM_ORDER.indexOf(other.field));
  if (parsed.success && problems.length === 0) return { draft: parsed.output, problems: [] };
  return { draft: null, problems };
}

/** Fields that have no default and must be asked. */
const MUST_CHOOSE = PATIENT_FORM_ORDER.filter((field) => PATIENT_FORM_FIELDS[field].mustChoose === true);

/** The identity in the typed details; an invalid number counts as unknown. */
export function identityOf({ lastName, dateOfBirth, nhsNumber, hospitalNumber }: PatientForm): Omit<EnteredIdentity, 'id'> {
  return {
    lastName: lastName.trim(),
    dateOfBirth,
    nhsNumber: isNhsNumber(nhsNumber) ? nhsNumber : null,
    hospitalNumber: hasInk(hospitalNumber) ? hospitalNumber.trim() : null,
  };
}

/** The form field for a path of the API; null for one that no field shows. */
export function patientFieldOfPath(path: string): PatientFormField | null {
  // The last segment: of a field with parts, the part.
  const name = path.split('.').at(-1);
  return PATIENT_FORM_ORDER.find((field) => field === name) ?? null;
}

/** One sentence for each field: the first problem found. */
function problemsOf(issues: readonly v.BaseIssue<unknown>[]): FormProblem[] {
  return PATIENT_FORM_ORDER.flatMap((field) => {
    const issue = issues.find((each) => patientFieldOfPath(v.getDotPath(each) ?? '') === field);
    return issue === undefined ? [] : [{ field, message: issue.message }];
  });
}

function replaceProblem(problems: FormProblem[], field: PatientFormField, message: string): void {
  const at = problems.findIndex((problem) => problem.field === field);
  if (at >= 0) problems.splice(at, 1, { field, message });
  else problems.push({ field, message });
}
