import type { User } from '#contract/shapes/user-shapes.ts';
import { plainPhone, STAFF_LABELS, StaffProfile } from '#domain/accounts/staff.ts';
import * as v from 'valibot';

/** An organisation or a speciality as it is chosen from a list. */
export type Named = { readonly _id: string; readonly name: string };

/** The profile of a member of staff as form input. `speciality` is an id. */
export type ProfileForm = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly grade: string;
  readonly organisation: Named | null;
  readonly speciality: string;
  readonly consultantCode: string;
};
export type ProfileField = keyof ProfileForm;

/** One validation problem, at the field where it is corrected. */
export type ProfileProblem = { readonly field: ProfileField; readonly message: string };

/** The known profile as the form shows it. */
export function profileFormOf(user: User): ProfileForm {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    phoneNumber: user.phoneNumber ?? '',
    grade: user.grade ?? '',
    organisation: user.organisation[0] ?? null,
    speciality: user.specialityID ?? '',
    consultantCode: user.consultantCode ?? '',
  };
}

/**
 * Parses the form into a profile, or returns every problem, one sentence a field and in the order of the fields.
 *
 * @param specialities - those that may be chosen
 */
export function readProfileForm(
  form: ProfileForm,
  specialities: readonly Named[],
):
  | { readonly draft: StaffProfile; readonly problems: readonly [] }
  | { readonly draft: null; readonly problems: readonly ProfileProblem[] } {
  const { organisation, speciality, ...texts } = form;
  const parsed = v.safeParse(StaffProfile, {
    ...texts,
    phoneNumber: plainPhone(form.phoneNumber),
    organisation: organisation === null ? [] : [organisation._id],
    speciality: specialities.find(({ _id }) => _id === speciality)?.name ?? '',
    specialityID: speciality,
  });
  if (parsed.success) return { draft: parsed.output, problems: [] };
  const problems = PROFILE_ORDER.flatMap((field) => {
    const issue = parsed.issues.find((each) => profileFieldOf(v.getDotPath(each) ?? '') === field);
    return issue === undefined ? [] : [{ field, message: issue.message }];
  });
  return { draft: null, problems };
}

/** The form field for a path of the API; undefined for one that no field shows. */
export function profileFieldOf(path: string): ProfileField | undefined {
  const name = path.split('.')[0] ?? '';
  return name === 'specialityID' ? 'speciality' : PROFILE_ORDER.find((field) => field === name);
}

/** The label of each field, as used in messages. */
export const PROFILE_LABELS: Readonly<Record<ProfileField, string>> = STAFF_LABELS;

// From top to bottom.
const PROFILE_ORDER = [
  'firstName',
  'lastName',
  'phoneNumber',
  'grade',
  'organisation',
  'speciality',
  'consultantCode',
] as const satisfies readonly ProfileField[];
