import { isPlainDate } from '#domain/plain-date.ts';
import { SECURITY_EVENTS } from '#domain/security.ts';
import { PATIENT_STATUSES, CASE_STATUSES } from '#domain/states.ts';
import { PROCEDURE_STATUSES } from '#domain/procedure-status.ts';
import { USER_STATUSES } from '#domain/user-status.ts';
import { Uuid } from '#domain/text.ts';
import { PERIODS } from '#src/screens/home/case-filters.ts';
import * as v from 'valibot';

// An address may be typed or outdated: invalid values are dropped, never refused. Names and numbers of patients must not appear
// in an address, so there is no search text.
const lenient = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined);

const Page = lenient(
  v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(999_999)),
);

export const SignInSearch = v.object({ to: lenient(v.pipe(v.string(), v.maxLength(300))) });

export const HomeSearch = v.object({
  page: Page,
  status: lenient(v.picklist(CASE_STATUSES)),
  days: lenient(v.picklist(PERIODS.map(({ value }) => value))),
  /** `figures` shows the charts instead of the list. */
  view: lenient(v.literal('figures')),
  time: lenient(v.picklist(['day', 'month'])),
});

export type HomeSearch = v.InferOutput<typeof HomeSearch>;

export const PatientsSearch = v.object({
  page: Page,
  /** Active ones, and while searching all of them, unless one is named. */
  status: lenient(v.picklist([...PATIENT_STATUSES, 'ALL'])),
  /** `choose` selects a patient for a new consent, `new` creates a patient, `import` reads many from a file. */
  mode: lenient(v.picklist(['choose', 'new', 'import'])),
  /** The purpose of a new patient. */
  purpose: lenient(v.literal('consent')),
});

export const PatientRouteSearch = v.object({ id: lenient(Uuid), mode: lenient(v.literal('edit')) });

export const ConsentsSearch = v.object({
  id: lenient(Uuid),
  page: Page,
  status: lenient(v.picklist(CASE_STATUSES)),
  whose: lenient(v.literal('all')),
  mode: lenient(v.literal('import')),
  /** Opens the question before the handover. */
  next: lenient(v.literal('handover')),
});

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

const Day = lenient(v.pipe(v.string(), v.check(isPlainDate)));

export const ListsSearch = v.object({
  /** The first day; today unless one is named. */
  day: Day,
  /** `week` shows seven days. */
  days: lenient(v.literal('week')),
  list: lenient(v.picklist(['CLINIC', 'WAITING'])),
  show: lenient(v.picklist(['waiting', 'mine'])),
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

export const SecuritySearch = v.object({ page: Page, type: lenient(v.picklist(SECURITY_EVENTS)), from: Day, to: Day });
