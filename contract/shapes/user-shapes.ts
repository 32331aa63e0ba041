import { ACCOUNT_KINDS, PERMISSIONS } from '#domain/accounts/roles.ts';
import { PersonalProcedure } from '#domain/library/personal-procedure.ts';
import { USER_STATUSES } from '#domain/accounts/user-status.ts';
import { Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';

/** An access plan that an administrator gives with an approval. Dates are plain, `endDate` valid to its end. */
export const Subscription = v.object({
  _id: Uuid,
  name: v.string(),
  specialities: v.array(v.string()),
  startDate: v.string(),
  endDate: v.nullable(v.string()),
  status: v.picklist(['ACTIVE', 'ENDED']),
});
export type Subscription = v.InferOutput<typeof Subscription>;

/** A user in their own view (spec §3 User details). */
export const User = v.object({
  _id: Uuid,
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phoneNumber: v.nullable(v.string()),
  grade: v.nullable(v.string()),
  speciality: v.nullable(v.string()),
  specialityID: v.nullable(v.string()),
  consultantCode: v.nullable(v.string()),
  accountType: v.picklist(ACCOUNT_KINDS),
  requestedRole: v.nullable(v.string()),
  roleID: v.nullable(Uuid),
  role: v.nullable(v.object({ _id: Uuid, name: v.string(), key: v.string() })),
  appRole: v.nullable(v.string()),
  permissions: v.array(v.picklist(PERMISSIONS)),
  organisation: v.array(v.object({ _id: Uuid, name: v.string() })),
  subscriptions: v.array(Subscription),
  TwoFAEnabled: v.boolean(),
  /** absent in profiles that builds before it sealed on a tablet */
  hasTabletPin: v.optional(v.boolean(), false),
  profileAvailable: v.boolean(),
  policyAccepted: v.boolean(),
  personalProcedures: v.array(PersonalProcedure),
  /** how far ahead of an operation its case is urgent and waits for its clinician, as the organisation has it; absent of somebody else, and of a build before */
  ahead: v.optional(v.object({ urgentHours: v.number(), aheadDays: v.number() })),
  status: v.picklist(USER_STATUSES),
  expiryDate: v.nullable(v.string()),
  createdAt: v.string(),
});
export type User = v.InferOutput<typeof User>;

/** The answer of a sign-in (spec §3 Login response). */
export const SignedIn = v.object({ message: v.string(), token: v.string(), tokenExpiryDate: v.string(), user: User });
