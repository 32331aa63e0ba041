import fs from 'node:fs';
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { isKept, type Asked } from '#tests/support/faults/fault-proxy.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { openFaultStage } from '#tests/support/faults/fault-stage.ts';
import { heading, PASSWORD } from '#tests/support/browser/journey.ts';
import { callerAs } from '#tests/support/forms/made-cases.ts';
import { expectOnServer, waitingIn } from '#tests/support/server/oracle.ts';
import { appOf } from '#tests/support/people/registration.ts';
import { addPatient, arrive, untilSent, untilWaiting } from '#tests/support/browser/ward.ts';
import type { WardTablet } from '#tests/support/browser/ward-tablet.ts';

vi.setConfig({ testTimeout: isFull ? 900_000 : 300_000, hookTimeout: 240_000 });

/** Two colleagues whose accounts a test changes. */
const EYES = 'eyes@demo.nhs.uk';
const NURSE = 'nurse@demo.nhs.uk';

const stage = openFaultStage();

/** A tablet without network, on which so many patients were created. */
async function filled(tablet: WardTablet, page: Page, { name, count }: { name: string; count: number }): Promise<string[]> {
  const names = Array.from({ length: count }, (_, nth) => stage.secret(`Demo-${name}-${nth + 1}-Of-${count}`));
  await tablet.context.setOffline(true);
  for (const lastName of names) {
    await addPatient(page, lastName);
    // An idle tab locks itself after minutes, which many patients take on a busy machine.
    for (const tab of tablet.pages()) await tab.evaluate(() => void window.dispatchEvent(new Event('pointermove')));
  }
  await untilWaiting(page, count);
  return names;
}

const once = (names: readonly string[]) => names.map((lastName) => ({ lastName, changes: 0 }));
const keysOf = (asked: readonly Pick<Asked, 'keys'>[]) => asked.filter(isKept).flatMap(({ keys }) => keys);

test('three tabs that come back at once send each item once, and all three say the same', async () => {
  const tablet = stage.tablet();
  const first = await tablet.open();
  await arrive(first, stage.proxy.origin);
  const others = [await tablet.context.newPage(), await tablet.context.newPage()];
  for (const tab of others) await arrive(tab, stage.proxy.origin);
  const names = await filled(tablet, first, { name: 'Three-Tabs', count: isFull ? 50 : 5 });
  const tabs = [first, ...others];
  for (const tab of tabs) await tab.getByRole('link', { name: new RegExp(`^To send ?, ${names.length} not sent`) }).waitFor();
  const from = stage.proxy.asked.length;
  await tablet.context.setOffline(false);
  for (const tab of tabs) await tab.evaluate(() => window.dispatchEvent(new Event('focus')));
  await untilSent(first, 60_000);
  const keys = keysOf(stage.proxy.asked.slice(from));
  expect(keys).toHaveLength(names.length);
  expect(new Set(keys).size).toBe(names.length);
  await expectOnServer(stage.staff, once(names));
  for (const tab of tabs) await tab.getByRole('link', { name: /^To send/ }).waitFor({ state: 'detached' });
});

test('a token that ends half-way keeps the rest, and a sign-in with the second factor sends it', async () => {
  const tablet = stage.tablet();
  const page = await tablet.open();
  await arrive(page, stage.proxy.origin, EYES);
  const { ask } = await callerAs(stage.server.origin, EYES);
  const nextCode = appOf((await ask('userOtpRequestqr', {})).secret);
  const token = await page.evaluate(
    () => (JSON.parse(sessionStorage.getItem('assent.session') ?? '{}') as { token: string }).token,
  );
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  // The session of the tablet turns it on: every other one ends with that.
  const setup = await fetch(`${stage.server.origin}/api/user/otp/setup`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code: await nextCode(), password: PASSWORD }),
  });
  expect(setup.status).toBe(200);
  const [count, taken] = isFull ? [30, 10] : [9, 3];
  const names = await filled(tablet, page, { name: 'Token-Ends', count });
  let left = taken;
  const isEnvelope = ({ path }: Asked) => path === '/api/sync/ops';
  // A server from before envelopes: each item goes by itself, and the token ends between two of them.
  stage.proxy.rule({
    on: isEnvelope,
    fault: {
      kind: 'status',
      status: 404,
      headers: { 'x-app': 'consent' },
      body: { message: 'No such call', error: 'NOT_FOUND' },
    },
  });
  // Later requests meet a session that has really ended.
  stage.proxy.rule({
    on: (asked) => {
      if (isEnvelope(asked) || !isKept(asked) || !names.some((name) => asked.body.includes(name))) return false;
      left -= 1;
      return left < 0;
    },
    fault: {
      kind: 'status',
      status: 401,
      headers: { 'x-app': 'consent' },
      body: { message: 'Please sign in again', error: 'SIGN_IN' },
    },
  });
  await tablet.context.setOffline(false);
  await expect.poll(() => left < 0, { timeout: 30_000 }).toBe(true);
  await fetch(`${stage.server.origin}/api/user/destroyToken`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  await untilWaiting(page, count - taken);
  stage.proxy.heal();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Enter your code').waitFor();
  // The time step of the setup is used up; an app whose clock is a little fast shows the next one.
  await page.getByLabel('Code').fill(await nextCode());
  await page.getByRole('button', { name: 'Verify' }).click();
  await untilSent(page);
  await expectOnServer(stage.staff, once(names));
});

test('of many lanes the one that the server always refuses waits for somebody, word for word, and no other does', async () => {
  const tablet = stage.tablet();
  let page = await tablet.open();
  await arrive(page, stage.proxy.origin);
  const names = await filled(tablet, page, { name: 'One-Is-Refused', count: isFull ? 30 : 8 });
  const bad = names[2] ?? '';
  const refusal = { message: 'Please check what you have entered', error: 'INVALID', fields: [] };
  stage.proxy.rule({
    on: (asked) => isKept(asked) && asked.body.includes(bad),
    fault: { kind: 'status', status: 400, headers: { 'x-app': 'consent' }, body: refusal },
  });
  await tablet.context.setOffline(false);
  await untilWaiting(page, 1);
  await expect.poll(async () => (await waitingIn(page))[0]?.state).toBe('review');
  await expectOnServer(stage.staff, once(names.filter((name) => name !== bad)));
  // It survives the end of the browser.
  await tablet.close();
  page = await tablet.open();
  await arrive(page, stage.proxy.origin);
  expect((await waitingIn(page)).map(({ state }) => state)).toEqual(['review']);
  stage.proxy.heal();
  await page.goto(`${stage.proxy.origin}/outbox`);
  await page.getByRole('link', { name: 'Look at what needs you' }).click();
  await page.getByText(refusal.message).first().waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save the file' }).click();
  const exported = fs.readFileSync(await (await saving).path(), 'utf8');
  for (const typed of ['Test', bad, '1950-03-14']) expect(exported).toContain(`"${typed}"`);
  const right = stage.secret('Demo-One-Is-Put-Right');
  await page.getByRole('button', { name: 'Fix' }).click();
  expect(await page.getByLabel('Last name').inputValue()).toBe(bad);
  await page.getByLabel('Last name').fill(right);
  await page.getByRole('button', { name: 'Send again' }).click();
  await untilSent(page);
  await expectOnServer(stage.staff, once([right]));
});

test('a role that is cut meanwhile turns calls away, and deletes nothing', async () => {
  const { ask } = await callerAs(stage.server.origin, 'admin@demo.nhs.uk');
  const { records } = (await ask('roleGet', { limit: 100 })).data;
  const role = records.find(({ key }) => key === 'NURSE');
  if (role === undefined) throw new Error('There is no role of nurses');
  const tablet = stage.tablet();
  const page = await tablet.open();
  await arrive(page, stage.proxy.origin, NURSE);
  const names = await filled(tablet, page, { name: 'Role-Cut', count: 3 });
  const change = { id: role._id, name: role.name };
  await ask('roleUpdate', { ...change, permissions: role.permissions.filter((each) => each !== 'patients.write') });
  await tablet.context.setOffline(false);
  // Everybody with the role was signed out by the change.
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect
    .poll(async () => (await waitingIn(page)).map(({ state }) => state), { timeout: 30_000 })
    .toEqual(names.map(() => 'review'));
  for (const lastName of names) expect((await stage.staff.ask('patientSearch', { search: lastName })).data).toEqual([]);
  await ask('roleUpdate', { ...change, permissions: role.permissions });
});
