import { hasInk } from '#domain/values/ink.ts';
import { faultsOf } from '#contract/engine/faults.ts';
import type { OwnOrganisation } from '#contract/organisation.ts';
import type { Fault } from '#domain/base/fault.ts';
import { noticeFault } from '#domain/organisation/privacy-notice.ts';
import { OrganisationDetails } from '#domain/organisation/organisation.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import * as v from 'valibot';

/** The details as form input; an empty contact is none. `safetyContacts`: an address in each line. */
export type DetailsForm = {
  readonly name: string;
  readonly address: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly patientPhone: string;
  readonly privacyText: string;
  readonly privacyUrl: string;
  readonly accessibilityEmail: string;
  readonly safetyContacts: string;
};

export const DETAILS_FIELDS = [
  'name',
  'address',
  'supportEmail',
  'supportPhone',
  'patientPhone',
  'privacyText',
  'privacyUrl',
  'accessibilityEmail',
  'safetyContacts',
] as const satisfies readonly (keyof DetailsForm)[];

/** The stored details as the form shows them. */
export function detailsFormOf(own: OwnOrganisation): DetailsForm {
  return {
    name: own.name,
    address: own.address,
    supportEmail: own.supportEmail ?? '',
    supportPhone: own.supportPhone ?? '',
    patientPhone: own.patientPhone ?? '',
    privacyText: own.privacyText ?? '',
    privacyUrl: own.privacyUrl ?? '',
    accessibilityEmail: own.accessibilityEmail ?? '',
    safetyContacts: own.safetyContacts.join('\n'),
  };
}

/** The fields of the call. */
export function detailsInput(form: DetailsForm) {
  const orNone = (text: string) => (hasInk(text) ? text : null);
  return {
    name: form.name,
    address: form.address,
    supportEmail: orNone(form.supportEmail),
    supportPhone: orNone(form.supportPhone),
    patientPhone: orNone(form.patientPhone),
    privacyText: orNone(form.privacyText),
    privacyUrl: orNone(form.privacyUrl),
    accessibilityEmail: orNone(form.accessibilityEmail),
    safetyContacts: linesOf(form.safetyContacts),
  };
}

function linesOf(text: string): string[] {
  return text.split(/[\n,;]/).filter((line) => hasInk(line));
}

/** The problems, in the order of the fields. */
export function detailsProblems(form: DetailsForm): FieldProblem[] {
  const input = detailsInput(form);
  const { issues = [] } = v.safeParse(v.strictObject(OrganisationDetails), input, { abortPipeEarly: true });
  const notice = noticeFault(input);
  const problems = [...faultsOf(issues), ...(notice === null ? [] : [notice])].map((fault) => problemOf(fault, input));
  return problems.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** A fault at the field where it is mended: of one address in a list with the address itself. */
function problemOf({ path, message }: Fault, { safetyContacts }: Pick<ReturnType<typeof detailsInput>, 'safetyContacts'>) {
  const [, at] = /^safetyContacts\.(\d+)$/.exec(path) ?? [];
  const address = at === undefined ? undefined : safetyContacts[Number(at)]?.trim();
  return address === undefined ? { field: path, message } : { field: 'safetyContacts', message: `${message}: “${address}”` };
}

function rankOf({ field }: FieldProblem): number {
  return DETAILS_FIELDS.findIndex((each) => each === field);
}
