import { ACCOUNT_TYPES, PERMISSIONS } from '#domain/roles.ts';
import { USER_STATUSES } from '#domain/states.ts';
import { EmailAddress, Uuid } from '#domain/text.ts';
import * as v from 'valibot';
import { get, post } from './define.ts';
import { DataOf, Done, Nothing } from './shapes.ts';

// A password is compared as typed: no trimming, no normal form, and no message that quotes it.
const TypedPassword = v.pipe(
  v.string('The Password must be text'),
  v.minLength(1, 'The Password is required'),
  v.maxLength(128, 'The Password must be at most 128 characters'),
);

/** A user as told to the user (spec §3 User details). */
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
  accountType: v.picklist(['CLINICIAN', 'HOSPITAL', 'REFERRING', 'ADMIN'] satisfies (keyof typeof ACCOUNT_TYPES)[]),
  requestedRole: v.nullable(v.string()),
  roleID: v.nullable(Uuid),
  role: v.nullable(v.object({ _id: Uuid, name: v.string(), key: v.string() })),
  appRole: v.nullable(v.string()),
  permissions: v.array(v.picklist(PERMISSIONS)),
  organisation: v.array(v.object({ _id: Uuid, name: v.string() })),
  subscriptions: v.array(v.unknown()),
  TwoFAEnabled: v.boolean(),
  profileAvailable: v.boolean(),
  policyAccepted: v.boolean(),
  personalProcedures: v.array(v.unknown()),
  status: v.picklist(USER_STATUSES),
  expiryDate: v.nullable(v.string()),
  createdAt: v.string(),
});
export type User = v.InferOutput<typeof User>;

const SignedIn = v.object({ message: v.string(), token: v.string(), tokenExpiryDate: v.string(), user: User });

export const accounts = {
  userLogin: post('user/login', {
    access: ['none'],
    summary: 'Signs in with email and password. A 403 asks for the second factor.',
    input: v.strictObject({ email: EmailAddress, password: TypedPassword }),
    output: SignedIn,
    keyed: false,
  }),
  userExtendToken: get('user/extendToken', {
    access: ['signedIn'],
    summary: 'Moves the end of the session one hour on, at most to twelve hours after the sign-in.',
    input: Nothing,
    output: v.object({ message: v.string(), token: v.string(), tokenExpiryDate: v.string() }),
  }),
  userDestroyToken: post('user/destroyToken', {
    access: ['signedIn'],
    summary: 'Signs out. With `wipe` the browser is asked to forget everything of this origin.',
    input: v.strictObject({ wipe: v.optional(v.boolean('The wipe mark must be yes or no')) }),
    output: Done,
    keyed: false,
  }),
  userMe: get('user/me', {
    access: ['signedIn'],
    summary: 'Who is signed in, and until when.',
    input: Nothing,
    output: v.object({ message: v.string(), user: User, tokenExpiryDate: v.string() }),
  }),
  userUnlock: post('user/unlock', {
    access: ['signedIn', 'ticket'],
    summary: 'Opens a locked screen, or ends a handover: the password gives a token of the same staff session.',
    input: v.strictObject({ password: TypedPassword }),
    output: v.object({ message: v.string(), token: v.string(), tokenExpiryDate: v.string() }),
    keyed: false,
  }),
  userGetClinicians: get('user/get-clinicians', {
    access: ['patients.read'],
    summary: 'The clinicians of the organisation.',
    input: Nothing,
    output: DataOf(
      v.object({ records: v.array(v.object({ _id: Uuid, firstName: v.string(), lastName: v.string(), email: v.string() })) }),
    ),
  }),
};
