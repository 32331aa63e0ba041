import * as v from 'valibot';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { PlainDate } from '#domain/values/date-fields.ts';
import type { CaseStatus, PatientStatus } from '#domain/base/states.ts';
import { IdentityLine } from '#domain/values/text.ts';

/** Characters of the name of a theatre [choice]. */
export const THEATRE_NAME_MOST = 60;

/** The lists that a case may stand on. */
export const LIST_TYPES = ['THEATRE', 'CLINIC', 'WAITING'] as const;
export type ListType = (typeof LIST_TYPES)[number];

/** A list as people call it. */
export const LIST_WORDS: Readonly<Record<ListType, string>> = {
  THEATRE: 'Theatre list',
  CLINIC: 'Clinic list',
  WAITING: 'Waiting list',
};

/** An earlier date is a typing error: no case was listed before there were tablets [choice]. */
const EARLIEST = '2000-01-01';
/** A later date is a typing error [choice]. */
const LATEST = '2099-12-31';

/** Where and when a case is listed for surgery. The date may have passed: a queued listing arrives late. */
export const Listing = v.strictObject(
  {
    date: v.pipe(
      PlainDate,
      v.check((date) => date >= EARLIEST, 'The date must not be before 1 January 2000'),
      v.check((date) => date <= LATEST, 'The date must not be after 31 December 2099'),
    ),
    theatre: v.nullable(IdentityLine({ label: 'Theatre', least: 1, most: THEATRE_NAME_MOST })),
    listType: v.picklist(LIST_TYPES, `The list must be one of ${LIST_TYPES.join(', ')}`),
  },
  'Say where the case is listed, or null',
);
export type Listing = v.InferOutput<typeof Listing>;

/** The final states: a withdrawn or voided consent allows no operation until a new version is opened [choice]. */
const OVER: readonly CaseStatus[] = ['WITHDRAWN', 'VOIDED', 'SUPERSEDED'];

/** Whether a case may be listed, or its listing changed; it may be taken off a list at any time. */
export function mayList({
  status,
  patientStatus,
}: {
  readonly status: CaseStatus;
  readonly patientStatus: PatientStatus;
}): boolean {
  return !OVER.includes(status) && mayStartConsent(patientStatus);
}
