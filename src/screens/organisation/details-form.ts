import { hasInk } from '#domain/values/ink.ts';
import { faultsOf } from '#contract/engine/faults.ts';
import type { OwnOrganisation } from '#contract/organisation.ts';
import { OrganisationDetails } from '#domain/organisation/organisation.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import * as v from 'valibot';

/** The details as form input; an empty contact is none. */
export type DetailsForm = {
  readonly name: string;
  readonly address: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
};

export const DETAILS_FIELDS = ['name', 'address', 'supportEmail', 'supportPhone'] as const;

/** The stored details as the form shows them. */
export function detailsFormOf({ name, address, supportEmail, supportPhone }: OwnOrganisation): DetailsForm {
  return { name, address, supportEmail: supportEmail ?? '', supportPhone: supportPhone ?? '' };
}

/** The fields of the call. */
export function detailsInput({ name, address, supportEmail, supportPhone }: DetailsForm) {
  const orNone = (text: string) => (hasInk(text) ? text : null);
  return { name, address, supportEmail: orNone(supportEmail), supportPhone: orNone(supportPhone) };
}

/** The problems, in the order of the fields. */
export function detailsProblems(form: DetailsForm): FieldProblem[] {
  const { issues = [] } = v.safeParse(v.strictObject(OrganisationDetails), detailsInput(form), { abortPipeEarly: true });
  return faultsOf(issues).map(({ path, message }) => ({ field: path, message }));
}
