import { NewPassword, EnteredPassword } from '#domain/accounts/password.ts';
import { AuthorisationCode, TwoFactorCode } from '#domain/accounts/codes.ts';
import { AccessReason } from '#domain/audit/access-log.ts';
import { StaffProfile } from '#domain/accounts/staff.ts';
import { EmailAddress, SingleLine } from '#domain/values/text.ts';
import { ROLE_NAME_MOST } from '#domain/accounts/roles.ts';
import * as v from 'valibot';
import { DeviceProof } from './devices.ts';
import { get, post, put } from '#contract/engine/define.ts';
import { Done, Nothing } from '#contract/engine/shapes.ts';
import { User } from '#contract/shapes/user-shapes.ts';

/** Characters of the version of a text that somebody accepts [choice]. */
const TERMS_VERSION_MOST = 20;

const registering = ['signedIn', 'registering'] as const;

/** How an account comes to be, and what its owner may change. */
export const registration = {
  userCreate: post('user/create', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary: 'Asks for an account; the code comes by mail. The role is a wish. Known addresses get the same answer.',
    input: v.strictObject({
      email: EmailAddress,
      appRole: SingleLine({ label: 'Role', least: 1, most: ROLE_NAME_MOST, missing: 'Choose a role' }),
    }),
    output: Done,
    keyed: false,
  }),
  userRegister: post('user/register', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary: 'Sets the password with the mailed code: of a new account, which is then signed in, or of a forgotten password.',
    input: v.strictObject({
      email: EmailAddress,
      authorisationCode: AuthorisationCode,
      password: NewPassword('Password'),
      device: v.optional(DeviceProof),
    }),
    output: v.object({
      message: v.string(),
      token: v.optional(v.string()),
      tokenExpiryDate: v.optional(v.string()),
      user: v.optional(User),
    }),
    keyed: false,
  }),
  userForgot: post('user/forgot', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary: 'Mails a code to set a new password; the answer is the same for an unknown address.',
    input: v.strictObject({ email: EmailAddress, device: v.optional(DeviceProof) }),
    output: Done,
    keyed: false,
  }),
  userUpdate: put('user/update', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: registering,
    summary:
      'Changes the own profile. The organisation is chosen once, in the registration. Where records of other teams need a reason, so does another speciality.',
    input: v.strictObject({
      ...StaffProfile.entries,
      /** why the speciality changes, where records of other teams need a reason */
      reason: v.optional(AccessReason),
    }),
    output: v.object({ message: v.string(), user: User }),
  }),
  userChangePassword: post('user/changePassword', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn'],
    summary: 'Changes the own password; every other session of the account ends.',
    input: v.strictObject({ email: EmailAddress, oldPassword: EnteredPassword, newPassword: NewPassword('New Password') }),
    output: Done,
    keyed: false,
  }),
  userOtpRequestqr: get('user/otp/requestqr', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: registering,
    summary: 'A new secret for an authenticator app, as a picture (data URL) and as base32 text.',
    input: Nothing,
    output: v.object({ message: v.string(), qr: v.string(), secret: v.string() }),
  }),
  userOtpSetup: post('user/otp/setup', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: registering,
    summary:
      'Turns two-factor authentication on with the first code of the app; outside a registration with the password as well.',
    input: v.strictObject({ code: TwoFactorCode, password: v.optional(EnteredPassword) }),
    output: v.object({ message: v.string(), user: User }),
    keyed: false,
  }),
  userAcceptPolicy: post('user/acceptPolicy', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: registering,
    summary: 'Accepts the terms. In a registration this asks an administrator for approval, and the session ends.',
    input: v.strictObject({ version: SingleLine({ label: 'Version', least: 1, most: TERMS_VERSION_MOST }) }),
    output: v.object({ message: v.string(), user: User }),
    keyed: false,
  }),
};
