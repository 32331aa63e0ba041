import * as v from 'valibot';
import { isSameIdentity } from '#domain/values/same-identity.ts';
import { ShownPatient } from './shown-patient.ts';

/** The values by which a signed form and a record name one person. */
export const IdentityValues = v.pick(ShownPatient, ['firstName', 'lastName', 'dateOfBirth', 'nhsNumber']);
export type IdentityValues = v.InferOutput<typeof IdentityValues>;

/** The differences between a form and the record: an NHS number is another one, or stands on one side alone. */
const IDENTITY_PARTS = ['name', 'dateOfBirth', 'nhsNumber', 'addedNumber', 'removedNumber'] as const;
export type IdentityPart = (typeof IDENTITY_PARTS)[number];

/** The record of one account that a form is about the person of these values of the record. */
export const IdentityAcceptance = v.object({
  /** the account, and its name */
  userID: v.string(),
  name: v.string(),
  /** ISO, and the plain date of it where the organisation is */
  at: v.string(),
  day: v.string(),
  reason: v.string(),
  record: IdentityValues,
});
export type IdentityAcceptance = v.InferOutput<typeof IdentityAcceptance>;

/**
 * How far the person on a signed form is the one of the record. `parts` differ; `OTHER` may be another person;
 * `SECOND` waits for a second account; `ACCEPTED` was checked by `by` on `day`, a plain date.
 */
export type FormIdentityState =
  | { readonly state: 'SAME'; readonly parts: readonly [] }
  | { readonly state: 'DIFFERS' | 'OTHER' | 'SECOND'; readonly parts: readonly IdentityPart[] }
  | { readonly state: 'ACCEPTED'; readonly parts: readonly IdentityPart[]; readonly by: string; readonly day: string };

/**
 * Compares the person whom a form names with the living record. Lights, lists, cases and confirmations, on the
 * server and on the tablet, all ask this function. An acceptance holds for the values that it names: another change begins anew.
 *
 * @param acceptances - of this version, in the order of their time
 */
export function identityCheckOf(
  form: IdentityValues,
  record: IdentityValues,
  acceptances: readonly IdentityAcceptance[],
): FormIdentityState {
  const parts = differingParts(form, record);
  if (parts.length === 0) return { state: 'SAME', parts: [] };
  const mayBeOther = parts.length > 1 || parts.includes('nhsNumber');
  const holding = holdingAcceptances(record, acceptances);
  const accounts = new Set(holding.map(({ userID }) => userID));
  const last = holding.at(-1);
  const isAccepted = accounts.size >= (mayBeOther || needsSecond(parts) ? 2 : 1);
  if (last !== undefined && isAccepted) return { state: 'ACCEPTED', parts, by: last.name, day: last.day };
  if (mayBeOther) return { state: 'OTHER', parts };
  return { state: accounts.size > 0 ? 'SECOND' : 'DIFFERS', parts };
}

/** Whether a difference is still open: nothing may be green. */
export function isIdentityOpen({ state }: FormIdentityState): boolean {
  return state !== 'SAME' && state !== 'ACCEPTED';
}

/** Whether a form may be about somebody else than the person of its record: no copy of it, and no link to it, goes out by itself. */
export function mayBeSomebodyElse({ state }: FormIdentityState): boolean {
  return state === 'OTHER' || state === 'SECOND';
}

/** The values that identify a person alone, of an object that holds more. */
export function identityValuesOf({ firstName, lastName, dateOfBirth, nhsNumber }: IdentityValues): IdentityValues {
  return { firstName, lastName, dateOfBirth, nhsNumber };
}

/** The acceptances that name the record as it is now. */
export function holdingAcceptances(
  record: IdentityValues,
  acceptances: readonly IdentityAcceptance[],
): readonly IdentityAcceptance[] {
  return acceptances.filter((each) => differingParts(each.record, record).length === 0);
}

/** A number added where the form had none is settled by one account; one that is gone, or a birth date, by two [choice]. */
function needsSecond(parts: readonly IdentityPart[]): boolean {
  return parts.includes('dateOfBirth') || parts.includes('removedNumber');
}

function differingParts(form: IdentityValues, record: IdentityValues): IdentityPart[] {
  const isNumberSame = form.nhsNumber === record.nhsNumber;
  const differs: Readonly<Record<IdentityPart, boolean>> = {
    name: !isSameIdentity(`${form.firstName} ${form.lastName}`, `${record.firstName} ${record.lastName}`),
    dateOfBirth: form.dateOfBirth !== record.dateOfBirth,
    nhsNumber: !isNumberSame && form.nhsNumber !== null && record.nhsNumber !== null,
    addedNumber: !isNumberSame && form.nhsNumber === null,
    removedNumber: !isNumberSame && record.nhsNumber === null,
  };
  return IDENTITY_PARTS.filter((part) => differs[part]);
}
