import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { isCall, isKept, type Asked } from '#tests/support/faults/fault-proxy.ts';
import { rowsOf } from '#tests/support/checks/full.ts';
import { openFaultStage } from '#tests/support/faults/fault-stage.ts';
import { createPatient, heading, signIn } from '#tests/support/browser/journey.ts';
import { expectOnServer, waitingIn } from '#tests/support/server/oracle.ts';
import {
  addPatient,
  arrive,
  changePhone,
  changeStatus,
  openNewPatient,
  saysSaved,
  untilSent,
  untilWaiting,
} from '#tests/support/browser/ward.ts';
import type { WardTablet } from '#tests/support/browser/ward-tablet.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const stage = openFaultStage();

const isCreate = ({ path }: Pick<Asked, 'path'>) => path === '/api/patient/create';
const isUpdate = ({ path }: Pick<Asked, 'path'>) => path === '/api/patient/update';

/** A tablet after a sign-in. `clock`: its time is the test's. */
async function ward({ clock = false } = {}): Promise<{ tablet: WardTablet; page: Page }> {
  const tablet = stage.tablet();
  const page = await tablet.open();
  // Before the app uses the browser's own clock.
  if (clock) await tablet.context.clock.install();
  await arrive(page, stage.proxy.origin);
  return { tablet, page };
}

test('a tab that is closed between the click and the reply loses nothing, and the patient exists once', async () => {
  const { tablet, page } = await ward();
  const lastName = stage.secret('Demo-Closed-Too-Soon');
  stage.proxy.rule({ on: isCreate, times: 1, fault: { kind: 'delay', ms: 1500 } });
  await openNewPatient(page);
  await createPatient(page, { firstName: 'Test', lastName, dateOfBirth: '1950-03-14' });
  await expect.poll(() => stage.proxy.asked.some(isCreate)).toBe(true);
  // A browser stays alive while a tab of it is open.
  const next = await tablet.context.newPage();
  await page.close();
  await next.goto(`${stage.proxy.origin}/login`);
  expect((await waitingIn(next)).map(({ call }) => call)).toEqual(['patientCreate']);
  await next.getByText('Demo Clinician: 1 unsent').waitFor();
  await signIn(next);
  await untilSent(next);
  await expectOnServer(stage.staff, [{ lastName, changes: 0 }]);
});

test('a server that commits and dies before it replies is asked again, says so, and has made one version', async () => {
  const { page } = await ward();
  const lastName = stage.secret('Demo-Reply-Lost');
  await addPatient(page, lastName);
  stage.proxy.rule({ on: isUpdate, times: 1, fault: { kind: 'dropAfter', between: () => stage.server.kill() } });
  try {
    await changePhone(page, '07700900111');
    await saysSaved(page);
  } finally {
    await stage.server.restart();
  }
  await untilSent(page, 60_000);
  const updates = stage.proxy.reached.filter(isUpdate);
  expect(updates.map(({ status, isReplay }) => [status, isReplay])).toEqual([
    [200, false],
    [200, true],
  ]);
  expect(new Set(updates.flatMap(({ keys }) => keys)).size).toBe(1);
  await expectOnServer(stage.staff, [{ lastName, changes: 1, fields: { phoneNumber: '07700900111' } }]);
});

test('a busy server that asks for three minutes gets them, whatever wakes the queue, and then everything', async () => {
  const { page } = await ward({ clock: true });
  const names = [1, 2, 3, 4, 5].map((nth) => stage.secret(`Demo-Patience-${nth}`));
  const busy = { kind: 'status', status: 503, headers: { 'retry-after': '180', 'x-app': 'consent' } } as const;
  const isBusy = stage.proxy.rule({ on: isKept, fault: busy });
  for (const lastName of names) await addPatient(page, lastName);
  await untilWaiting(page, names.length);
  const tries = () =>
    stage.proxy.asked.filter((asked) => isKept(asked) && names.some((name) => asked.body.includes(name))).length;
  const asked = tries();
  expect(asked, 'the queue has asked').toBeGreaterThan(0);
  expect(asked, 'and stops at the first such answer').toBeLessThanOrEqual(4);
  for (const event of ['focus', 'online', 'visibilitychange'])
    await page.evaluate((name) => (name === 'visibilitychange' ? document : window).dispatchEvent(new Event(name)), event);
  await page.clock.fastForward('02:30');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.waitForTimeout(1000);
  expect(tries()).toBe(asked);
  expect(await waitingIn(page)).toHaveLength(names.length);
  isBusy();
  await page.clock.fastForward('00:45');
  await untilSent(page);
  await expectOnServer(
    stage.staff,
    names.map((lastName) => ({ lastName, changes: 0 })),
  );
});

test('one lane that the server fails three times holds up no other, and stays in its order', async () => {
  const { tablet, page } = await ward();
  // Eight calls wait: one more, and they would go in an envelope.
  const [bad = '', ...others] = Array.from({ length: 7 }, (_, nth) => stage.secret(`Demo-Lane-${nth}-Of-Seven`));
  await tablet.context.setOffline(true);
  await addPatient(page, bad);
  await changeStatus(page, 'Inactive');
  for (const lastName of others) await addPatient(page, lastName);
  await untilWaiting(page, 8);
  const isBad = (asked: Asked) => isCreate(asked) && asked.body.includes(bad);
  stage.proxy.rule({ on: isBad, times: 3, fault: { kind: 'status', status: 500, headers: { 'x-app': 'consent' } } });
  const from = stage.proxy.reached.length;
  await tablet.context.setOffline(false);
  await untilSent(page);
  await expectOnServer(stage.staff, [
    { lastName: bad, changes: 1, fields: { status: 'INACTIVE' } },
    ...others.map((lastName) => ({ lastName, changes: 0 })),
  ]);
  const tried = stage.proxy.asked.filter(isBad);
  expect(tried).toHaveLength(4);
  const [key] = tried[0]?.keys ?? [];
  expect(new Set(tried.flatMap(({ keys }) => keys))).toEqual(new Set([key]));
  const arrived = stage.proxy.reached.slice(from).filter(isKept);
  const at = arrived.findIndex(({ keys }) => keys[0] === key);
  const createdBefore = arrived.slice(0, at).filter(isCreate);
  expect(createdBefore, 'the others went first').toHaveLength(others.length);
  expect(arrived.slice(at + 1).map(({ path }) => path)).toEqual(['/api/patient/update/status']);
});

test.each(rowsOf(['page', 'redirect'] as const))(
  'a network that answers with its own %s is never taken for the server',
  async (by) => {
    const { page } = await ward();
    const names = [1, 2].map((nth) => stage.secret(`Demo-Portal-${by}-${nth}`));
    const isClosed = stage.proxy.rule({ on: ({ path }) => isCall(path), fault: { kind: 'portal', by } });
    for (const lastName of names) await addPatient(page, lastName);
    await page
      .getByText(/this network needs you to sign in/i)
      .first()
      .waitFor();
    // The queue itself has met the portal, not only the connectivity check.
    const hasAsked = () => stage.proxy.asked.some((asked) => isCreate(asked) && names.some((name) => asked.body.includes(name)));
    await expect.poll(hasAsked).toBe(true);
    expect(await waitingIn(page)).toHaveLength(2);
    const { data } = await stage.staff.ask('patientSearch', { search: `Demo-Portal-${by}` });
    expect(data).toEqual([]);
    isClosed();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await untilSent(page);
    await expectOnServer(
      stage.staff,
      names.map((lastName) => ({ lastName, changes: 0 })),
    );
    expect(await heading(page, 'Sign in').count()).toBe(0);
  },
);
