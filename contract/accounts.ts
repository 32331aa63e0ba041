import { EnteredPassword } from '#domain/accounts/password.ts';
import { TwoFactorCode } from '#domain/accounts/codes.ts';
import { EnteredTabletPin, NewTabletPin } from '#domain/accounts/tablet-pin.ts';
import { EmailAddress, Uuid } from '#domain/values/text.ts';
import { durationInProse } from '#domain/base/duration-words.ts';
import { SESSION_CAP, SESSION_LENGTH } from '#domain/accounts/session.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { DeviceProof } from './devices.ts';
import { DataOf, Done, Nothing } from '#contract/engine/shapes.ts';
import { SignedIn, User } from '#contract/shapes/user-shapes.ts';

export const accounts = {
  userLogin: post('user/login', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary: 'Signs in with email and password. A 403 asks for the second factor, or says that the named tablet is blocked.',
    input: v.strictObject({ email: EmailAddress, password: EnteredPassword, device: v.optional(DeviceProof) }),
    output: SignedIn,
    keyed: false,
  }),
  userOtpVerify: post('user/otp/verify', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary: 'The second step of a sign-in: the code of the authenticator app, or of the mail with a backup code.',
    input: v.strictObject({
      email: EmailAddress,
      password: EnteredPassword,
      code: TwoFactorCode,
      device: v.optional(DeviceProof),
    }),
    output: SignedIn,
    keyed: false,
  }),
  userOtpEmail: post('user/otp/email', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary: 'Mails a backup code, inside a half-finished sign-in only; the answer is the same either way.',
    input: v.strictObject({ email: EmailAddress }),
    output: Done,
    keyed: false,
  }),
  userExtendToken: get('user/extendToken', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn', 'registering'],
    summary: `Moves the end of the session ${durationInProse(SESSION_LENGTH)} on, at most to ${durationInProse(SESSION_CAP)} after the sign-in.`,
    input: Nothing,
    output: v.object({ message: v.string(), token: v.string(), tokenExpiryDate: v.string() }),
  }),
  userDestroyToken: post('user/destroyToken', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn', 'registering'],
    summary: 'Signs out. With `wipe` the browser is asked to forget everything of this origin.',
    input: v.strictObject({ wipe: v.optional(v.boolean('The wipe mark must be yes or no')) }),
    output: Done,
    keyed: false,
  }),
  userMe: get('user/me', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn', 'registering'],
    summary: 'Who is signed in, and until when.',
    input: Nothing,
    output: v.object({ message: v.string(), user: User, tokenExpiryDate: v.string() }),
  }),
  userUnlock: post('user/unlock', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn', 'ticket'],
    summary: 'Opens a locked screen, or ends a handover: the password gives a token of the same staff session.',
    input: v.strictObject({ password: EnteredPassword }),
    output: v.object({ message: v.string(), token: v.string(), tokenExpiryDate: v.string() }),
    keyed: false,
  }),
  userUnlockWithTabletPin: post('user/unlockWithTabletPin', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn', 'ticket'],
    summary:
      'Opens a locked screen of the own session, or ends a handover that the clinician began, with their tablet PIN: it gives a token of the same staff session, and opens nothing else. `data.triesLeft` tells how many wrong ones are left.',
    input: v.strictObject({ tabletPin: EnteredTabletPin }),
    output: v.object({ message: v.string(), token: v.string(), tokenExpiryDate: v.string() }),
    keyed: false,
  }),
  userTabletPinSet: post('user/tabletPin/set', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn'],
    summary: 'Sets the own tablet PIN, which opens the lock of the own session and ends a handover that the own session began.',
    input: v.strictObject({ password: EnteredPassword, tabletPin: NewTabletPin }),
    output: v.object({ message: v.string(), user: User }),
    keyed: false,
  }),
  userTabletPinRemove: post('user/tabletPin/remove', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn'],
    summary: 'Removes the own tablet PIN: locks open and handovers end with the password alone.',
    input: v.strictObject({ password: EnteredPassword }),
    output: v.object({ message: v.string(), user: User }),
    keyed: false,
  }),
  userGetClinicians: get('user/get-clinicians', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['patients.read'],
    summary: 'The clinicians of the organisation.',
    input: Nothing,
    output: DataOf(
      v.object({ records: v.array(v.object({ _id: Uuid, firstName: v.string(), lastName: v.string(), email: v.string() })) }),
    ),
  }),
};
