import type { Output } from '#contract/calls.ts';
import { POLICY_VERSION } from '#domain/accounts/registration.ts';
import type { StaffProfile } from '#domain/accounts/staff.ts';
import type { Answer, TestApp } from '#tests/support/server/app.ts';
import { callerOf, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { codeFor } from './mails.ts';
import { appCode } from './totp.ts';

/** The password of everybody who registers in a test. */
export const NEW_PASSWORD = 'Maple!Leaf7';

const STEPS = ['PENDING_EMAIL', 'PENDING_PROFILE', 'PENDING_2FA', 'PENDING_TERMS', 'PENDING_APPROVAL'] as const;

/** A registering person at their present step. `secret` is that of their authenticator app. */
export type Registrant = { email: string; token: string; staff: Caller; secret: string };

/** Registers a person up to a state, through the same calls and mails as the product. */
export async function registered(
  app: TestApp,
  email: string,
  { until = 'PENDING_APPROVAL', wish = 'CLINICIAN' }: { until?: (typeof STEPS)[number]; wish?: string } = {},
): Promise<Registrant> {
  const steps = STEPS.indexOf(until);
  await callerOf(app).call('userCreate', { email, appRole: wish });
  if (steps < 1) return { email, token: '', staff: callerOf(app), secret: '' };
  const authorisationCode = await codeFor(app, email);
  const { token = '' } = await callerOf(app).call('userRegister', { email, authorisationCode, password: NEW_PASSWORD });
  const staff = callerOf(app, token);
  if (steps >= 2) await staff.call('userUpdate', await profile(app));
  const secret = steps >= 3 ? await withTwoFactor(app, staff) : '';
  if (steps >= 4) await staff.call('userAcceptPolicy', { version: POLICY_VERSION });
  return { email, token, staff, secret };
}

/** Turns on the second factor of a signed-in person, outside a registration with the password; returns the secret. The code's time step is used up by it. */
export async function withTwoFactor(app: TestApp, staff: Caller, password?: string): Promise<string> {
  const { secret } = await staff.call('userOtpRequestqr', {});
  const code = appCode(secret, app.clock.now());
  await staff.call('userOtpSetup', { code, ...(password === undefined ? {} : { password }) });
  return secret;
}

/** An active member of staff of the demo hospital with a second factor, approved as by an administrator. */
export async function active(app: TestApp, email: string): Promise<{ email: string; secret: string }> {
  const { secret } = await registered(app, email);
  const { user } = await (await signIn(app, 'admin@demo.nhs.uk')).call('userMe', {});
  const { db } = app.database;
  const role = await db
    .selectFrom('roles')
    .select('id')
    .where('organisation_id', '=', user.organisation[0]?._id ?? '')
    .where('key', '=', 'CLINICIAN')
    .executeTakeFirstOrThrow();
  await db.updateTable('users').set({ status: 'ACTIVE', role_id: role.id }).where('email', '=', email).execute();
  // The time step of the setup is used up: the next code comes with the next half minute.
  app.clock.advance(30_000);
  return { email, secret };
}

/** The two steps of signing in, with the app's present code. */
export async function signInTwice(
  app: TestApp,
  { email, secret }: { email: string; secret: string },
): Promise<Caller & { token: string; user: Output<'userLogin'>['user'] }> {
  await callerOf(app).refused('userLogin', { email, password: NEW_PASSWORD });
  const code = appCode(secret, app.clock.now());
  const { token, user } = await callerOf(app).call('userOtpVerify', { email, password: NEW_PASSWORD, code });
  return { ...callerOf(app, token), token, user };
}

/** A profile that is valid in every field, at the first demo hospital. */
export async function profile(app: TestApp, change: Partial<StaffProfile> = {}): Promise<StaffProfile> {
  const { db } = app.database;
  const speciality = await db.selectFrom('specialities').selectAll().where('name', '=', 'Urology').executeTakeFirstOrThrow();
  return {
    firstName: 'Maple',
    lastName: 'Demo',
    phoneNumber: '01632960001',
    grade: 'Registrar',
    organisation: [await organisationId(app, 'Demo General Hospital')],
    speciality: speciality.name,
    specialityID: speciality.id,
    consultantCode: '1234567',
    ...change,
  };
}

export async function organisationId(app: TestApp, name: string): Promise<string> {
  const found = await app.database.db.selectFrom('organisations').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return found.id;
}

type From = { token?: string; address?: string; agent?: string };

/** A raw POST from a given network address, with a given user agent. */
export function post(app: TestApp, path: string, payload: object, { token, address, agent }: From = {}): Promise<Answer> {
  return app.ask({
    method: 'POST',
    url: `/api/${path}`,
    payload,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(agent === undefined ? {} : { 'user-agent': agent }),
    },
    ...(address === undefined ? {} : { remoteAddress: address }),
  });
}

/** The security log of one address, oldest first. */
export async function logOf(app: TestApp, email: string) {
  return app.database.db
    .selectFrom('security_log')
    .select(['type', 'actor', 'address', 'detail'])
    .where('subject', '=', email)
    .orderBy('at')
    .orderBy('id')
    .execute();
}
