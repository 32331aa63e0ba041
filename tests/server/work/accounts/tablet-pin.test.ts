import { TICKET_LENGTH } from '#server/data/signing/handovers.ts';
import { beforeEach, expect, test } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import { TABLET_PIN_TRIES } from '#domain/accounts/tablet-pin.ts';
import { callerOf, DEMO_PASSWORD, handOver, sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { logOf } from '#tests/support/people/registering.ts';
import { registerTablet } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const CLINICIAN = 'clinician@demo.nhs.uk';
const PIN = '402857';
const WRONG = '402858';

const app = useTestApp();
let staff: Caller & { token: string };
beforeEach(async () => {
  staff = await signIn(app);
  await staff.call('userTabletPinSet', { password: DEMO_PASSWORD, tabletPin: PIN });
});

const withPatient = async () => handOver(app, staff, await sent(staff));

async function guessWrong(patient: Caller, times: number): Promise<unknown[]> {
  const left: unknown[] = [];
  for (let tries = 0; tries < times; tries += 1) {
    const refusal = await patient.refused('userUnlockWithTabletPin', { tabletPin: WRONG });
    left.push(refusal.code === 'INCORRECT_TABLET_PIN' ? refusal.data : refusal.code);
  }
  return left;
}

/** The types of the events of the security log after so many. */
const eventsAfter = async (before = 0) => (await logOf(app, CLINICIAN)).slice(before).map(({ type }) => type);

test('the PIN of the clinician who handed the tablet over ends the handover, and gives a token of the same session', async () => {
  const patient = await withPatient();
  const { token, tokenExpiryDate } = await patient.call('userUnlockWithTabletPin', { tabletPin: PIN });
  expect(token).not.toBe(staff.token);
  const after = await callerOf(app, token).call('userMe', {});
  expect(after).toEqual(await staff.call('userMe', {}));
  expect(after.user.hasTabletPin).toBe(true);
  expect(tokenExpiryDate).toBe(after.tokenExpiryDate);
  expect((await patient.refused('userUnlockWithTabletPin', { tabletPin: PIN })).code, 'once').toBe('TICKET_ENDED');
});

test('five wrong PINs, counted on all tablets together, leave the password alone, which brings the PIN back', async () => {
  const [patient, other] = [await withPatient(), await withPatient()];
  const before = (await eventsAfter()).length;
  expect(await guessWrong(patient, 2)).toEqual([{ triesLeft: 4 }, { triesLeft: 3 }]);
  expect(await guessWrong(other, TABLET_PIN_TRIES - 1)).toEqual([
    { triesLeft: 2 },
    { triesLeft: 1 },
    { triesLeft: 0 },
    'TABLET_PIN_OFF',
  ]);
  expect(await patient.refused('userUnlockWithTabletPin', { tabletPin: PIN })).toMatchObject({
    status: 409,
    code: 'TABLET_PIN_OFF',
    message: 'The PIN cannot be used now. Please use the password.',
  });
  const events = await eventsAfter(before);
  expect(events.filter((type) => type === 'UNLOCK_FAILED')).toHaveLength(TABLET_PIN_TRIES);
  expect(events.filter((type) => type === 'TABLET_PIN_LOCKED')).toHaveLength(1);
  await patient.call('userUnlock', { password: DEMO_PASSWORD });
  await other.call('userUnlockWithTabletPin', { tabletPin: PIN });
});

test('a sign-in brings a locked PIN back, a wrong password does not, and a right PIN begins the count anew', async () => {
  const patient = await withPatient();
  await guessWrong(patient, TABLET_PIN_TRIES);
  await patient.refused('userUnlock', { password: 'Wrong2026!' });
  expect((await patient.refused('userUnlockWithTabletPin', { tabletPin: PIN })).code).toBe('TABLET_PIN_OFF');
  staff = await signIn(app);
  const again = await withPatient();
  expect(await guessWrong(again, 1)).toEqual([{ triesLeft: TABLET_PIN_TRIES - 1 }]);
  await again.call('userUnlockWithTabletPin', { tabletPin: PIN });
  expect(await guessWrong(await withPatient(), 1)).toEqual([{ triesLeft: TABLET_PIN_TRIES - 1 }]);
});

test('many guesses at the same moment are as many tries', async () => {
  const patient = await withPatient();
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () => patient.refused('userUnlockWithTabletPin', { tabletPin: WRONG })),
  );
  expect(guesses.filter(({ code }) => code === 'INCORRECT_TABLET_PIN')).toHaveLength(TABLET_PIN_TRIES);
});

test('a PIN opens nothing for a session that has ended, a ticket that has ended, a blocked tablet or spent passwords', async () => {
  const ended = await withPatient();
  await staff.call('userDestroyToken', {});
  expect((await ended.refused('userUnlockWithTabletPin', { tabletPin: PIN })).code).toBe('TICKET_ENDED');

  staff = await signIn(app);
  const late = await withPatient();
  app.clock.advance(TICKET_LENGTH + 60_000);
  expect((await late.refused('userUnlockWithTabletPin', { tabletPin: PIN })).code).toBe('TICKET_ENDED');
  app.clock.advance(HOUR);

  staff = await signIn(app);
  const spent = await withPatient();
  for (let tries = 0; tries < 5; tries += 1) await spent.refused('userUnlock', { password: `Wrong${tries}2026!` });
  expect((await spent.refused('userUnlockWithTabletPin', { tabletPin: PIN })).status).toBe(429);

  const holder = await registerTablet(await signIn(app));
  const blocked = await handOver(app, holder, await sent(holder));
  await (await signIn(app, 'admin@demo.nhs.uk')).call('deviceRevoke', { id: holder.deviceId, isRevoked: true });
  expect((await blocked.refused('userUnlockWithTabletPin', { tabletPin: PIN })).code).toBe('DEVICE_REVOKED');
});

test('a colleague’s PIN, one of another organisation, and none at all open nothing', async () => {
  const before = (await eventsAfter()).length;
  for (const email of ['bch@demo.nhs.uk', 'clinician@second.nhs.uk'])
    await (await signIn(app, email)).call('userTabletPinSet', { password: DEMO_PASSWORD, tabletPin: WRONG });
  expect((await (await withPatient()).refused('userUnlockWithTabletPin', { tabletPin: WRONG })).code).toBe(
    'INCORRECT_TABLET_PIN',
  );
  expect((await staff.refused('userTabletPinRemove', { password: 'Wrong2026!' })).code).toBe('INCORRECT_PASSWORD');
  const { user } = await staff.call('userTabletPinRemove', { password: DEMO_PASSWORD });
  expect(user.hasTabletPin).toBe(false);
  expect((await (await withPatient()).refused('userUnlockWithTabletPin', { tabletPin: PIN })).code).toBe('TABLET_PIN_OFF');
  expect((await staff.call('userTabletPinRemove', { password: DEMO_PASSWORD })).message, 'a second time removes nothing').toBe(
    'Your tablet PIN was removed',
  );
  expect((await eventsAfter(before)).filter((type) => type.startsWith('TABLET_PIN'))).toEqual(['TABLET_PIN_REMOVED']);
});

test('a PIN is set with the password, is none that everybody tries first, and is stored as a slow hash alone', async () => {
  expect((await staff.refused('userTabletPinSet', { password: 'Wrong2026!', tabletPin: PIN })).code).toBe('INCORRECT_PASSWORD');
  const headers = { authorization: `Bearer ${staff.token}` };
  for (const tabletPin of ['', '40285', '4028577', '40285a', '\u0664\u0660\u0662\u0668\u0665\u0667', '111111', '123456', 402857])
    expect(
      await app.ask({ method: 'POST', url: '/api/user/tabletPin/set', headers, payload: { password: DEMO_PASSWORD, tabletPin } }),
    ).toMatchObject({ status: 400, body: { fields: [{ path: 'tabletPin' }] } });
  const row = await app.database.db.selectFrom('users').selectAll().where('email', '=', CLINICIAN).executeTakeFirstOrThrow();
  expect(row.tablet_pin_hash).toMatch(/^\$argon2id\$/);
  expect(row.tablet_pin_hash?.split('$').slice(0, 4)).toEqual(row.password_hash?.split('$').slice(0, 4));
  expect(JSON.stringify(await staff.call('userMe', {}))).not.toContain('argon2');
  expect(app.log.join('')).not.toContain(PIN);
});
