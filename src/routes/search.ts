import { CONSENT_FIGURES } from '#domain/exports/figures.ts';
import { isPlainDate } from '#domain/values/plain-date.ts';
import { DURATIONS } from '#domain/base/durations.ts';
import { REFERRAL_STATUSES } from '#domain/referrals/referral.ts';
import { SECURITY_EVENTS } from '#domain/audit/security.ts';
import { PATIENT_STATUSES, CASE_STATUSES } from '#domain/base/states.ts';
import { PROCEDURE_STATUSES } from '#domain/library/procedure-status.ts';
import { USER_STATUSES } from '#domain/accounts/user-status.ts';
import { Uuid } from '#domain/values/text.ts';
import { CASE_PERIODS } from '#src/screens/home/case-filters.ts';
import * as v from 'valibot';

/** The last page of a list that an address may name [choice]. */
const PAGE_NUMBER_MOST = 999_999;
/** Characters of the path to return to after the sign-in [choice]. */
const RETURN_PATH_MOST = 300;

// An address may be typed or outdated: invalid values are dropped, never refused. Names and numbers of patients must not appear
// in an address, so there is no search text.
const lenient = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined);

const Page = lenient(
  v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(PAGE_NUMBER_MOST)),
);

const Day = lenient(v.pipe(v.string(), v.check(isPlainDate)));

export const SignInSearch = v.object({ to: lenient(v.pipe(v.string(), v.maxLength(RETURN_PATH_MOST))) });

export const PublicPageSearch = v.object({
  /** The organisation whose page it is. */
  o: lenient(Uuid),
});

export const HomeSearch = v.object({
  page: Page,
  status: lenient(v.picklist([...CASE_STATUSES, 'ENDED'])),
  days: lenient(v.picklist(CASE_PERIODS.map(({ value }) => value))),
  /** Those alone that are to be confirmed on the day. */
  confirm: lenient(v.literal('due')),
  /** The list of all cases, also where no filter asks for one. */
  list: lenient(v.literal('all')),
  /** `figures` shows the charts instead of the list. */
  view: lenient(v.literal('figures')),
  time: lenient(v.picklist(['day', 'month'])),
});

export type HomeSearch = v.InferOutput<typeof HomeSearch>;

export const SubjectAccessSearch = v.object({
  /** Copies of one patient's data alone. */
  patient: lenient(Uuid),
  /** The copy whose lines are reviewed. */
  pack: lenient(Uuid),
});

export const PatientsSearch = v.object({
  page: Page,
  /** Active ones, and while searching all of them, unless one is named. */
  status: lenient(v.picklist([...PATIENT_STATUSES, 'ALL'])),
  /** `choose` selects a patient for a new consent, `new` creates a patient, `import` reads many from a file. */
  mode: lenient(v.picklist(['choose', 'new', 'import'])),
  /** The purpose of a new patient. */
  purpose: lenient(v.picklist(['consent', 'referral'])),
});

export const PatientRouteSearch = v.object({ id: lenient(Uuid), mode: lenient(v.literal('edit')) });

export const ConsentsSearch = v.object({
  id: lenient(Uuid),
  page: Page,
  status: lenient(v.picklist([...CASE_STATUSES, 'ENDED'])),
  whose: lenient(v.literal('all')),
  /** Those alone that a figure has counted on some days. */
  figure: lenient(v.picklist(CONSENT_FIGURES)),
  from: Day,
  to: Day,
  mode: lenient(v.literal('import')),
  /** Opens the question before the handover. */
  next: lenient(v.literal('handover')),
});

/** By default those under review, of all time (spec §2). */
export const ReferralsSearch = v.object({
  id: lenient(Uuid),
  /** `new` refers a patient. */
  mode: lenient(v.literal('new')),
  /** The patient to refer. */
  patient: lenient(Uuid),
  page: Page,
  status: lenient(v.picklist([...REFERRAL_STATUSES, 'ALL'])),
  duration: lenient(v.picklist(DURATIONS)),
  /** Those of the organisation, not only the person's own. */
  whose: lenient(v.literal('all')),
});
export type ReferralsSearch = v.InferOutput<typeof ReferralsSearch>;

export const BuilderSearch = v.object({ patient: lenient(Uuid), consent: lenient(Uuid), record: lenient(Uuid) });

export const LibrarySearch = v.object({
  id: lenient(Uuid),
  /** A version of the procedure; the one in use unless one is named. */
  version: Page,
  /** `new` creates a procedure, `edit` changes one, `links` its links alone, `section` an own section of the person. */
  mode: lenient(v.picklist(['new', 'edit', 'links', 'section'])),
  /** The section to change; a new one unless it is named. */
  section: lenient(Uuid),
  page: Page,
  status: lenient(v.picklist(PROCEDURE_STATUSES)),
});

export const TemplatesSearch = v.object({
  id: lenient(Uuid),
  page: Page,
  /** An older version to read. */
  version: Page,
  mode: lenient(v.picklist(['new', 'copy', 'edit'])),
});

export const ListsSearch = v.object({
  /** The first day; today unless one is named. */
  day: Day,
  /** `week` shows seven days. */
  days: lenient(v.literal('week')),
  list: lenient(v.picklist(['CLINIC', 'WAITING'])),
  show: lenient(v.picklist(['waiting', 'mine'])),
  /** The sheet of the list instead of the list. */
  mode: lenient(v.literal('sheet')),
});

export const PeopleSearch = v.object({
  person: lenient(Uuid),
  page: Page,
  status: lenient(v.picklist(USER_STATUSES)),
  /** A role's key. */
  role: lenient(v.pipe(v.string(), v.regex(/^[\p{L}\p{N}_]{1,60}$/u))),
});

export const RolesSearch = v.object({ page: Page, madeFrom: Day, madeTo: Day, changedFrom: Day, changedTo: Day });

export const RoleSearch = v.object({ id: lenient(Uuid) });

export const DevicesSearch = v.object({ page: Page });

/** `day` is a plain date, today without one; whom the trail is about is in no address. */
export const AuditSearch = v.object({ day: Day });

export const SecuritySearch = v.object({ page: Page, type: lenient(v.picklist(SECURITY_EVENTS)), from: Day, to: Day });
