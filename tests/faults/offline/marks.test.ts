import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { openFaultStage } from '#tests/support/faults/fault-stage.ts';
import { handOver, heading } from '#tests/support/browser/journey.ts';
import { makeCase } from '#tests/support/forms/made-cases.ts';
import { addPatient, arrive, untilFetched } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const stage = openFaultStage();

test('a tablet that is killed as soon as a patient has it starts with the patient’s page, at any address of the staff', async () => {
  const lastName = stage.secret('Demo-Killed-Handover');
  const person = { firstName: 'Quentin', lastName, dateOfBirth: '1950-01-02' };
  const { recordID } = await makeCase(stage.server.origin, stage.staff, { person, until: 'ready' });
  const tablet = stage.tablet();
  const page = await tablet.open();
  await arrive(page, stage.proxy.origin);
  await page.goto(`${stage.proxy.origin}/consent?id=${recordID}`);
  await handOver(page);
  await tablet.kill();
  const next = await tablet.open();
  expect(await next.evaluate(() => document.title)).not.toContain('Assent');
  for (const place of ['/', '/login', '/patient']) {
    await next.goto(stage.proxy.origin + place);
    await heading(next, 'This tablet is with a patient').waitFor();
  }
});

test('a tablet that is killed as soon as the fourth item is saved, and loses its databases, tells of four', async () => {
  const tablet = stage.tablet();
  const page = await tablet.open();
  await arrive(page, stage.proxy.origin);
  await tablet.context.setOffline(true);
  for (const nth of [1, 2, 3, 4]) await addPatient(page, stage.secret(`Demo-Fourth-${nth}`));
  await tablet.kill();
  fs.rmSync(path.join(tablet.folder, 'Default', 'IndexedDB'), { recursive: true });
  const next = await tablet.open();
  await next.goto(`${stage.proxy.origin}/login`);
  await next.getByText('4 items that were waiting to be sent may be lost.').waitFor();
});

test('an app whose caches alone are cleared is fetched again while there is a network, and opens without one', async () => {
  const tablet = stage.tablet();
  const page = await tablet.open();
  await arrive(page, stage.proxy.origin);
  await untilFetched(page, 'patients', []);
  const whole = await filesOf(page);
  expect(whole).toBeGreaterThan(10);
  await page.evaluate(async () => Promise.all((await caches.keys()).map((name) => caches.delete(name))));
  await expect.poll(() => filesOf(page)).toBe(whole);
  await tablet.close();
  const next = await tablet.open();
  await tablet.context.setOffline(true);
  await next.goto(`${stage.proxy.origin}/patient`);
  await heading(next, 'Sign in').waitFor();
});

/** The number of files of the app that this tablet keeps. */
function filesOf(page: Page): Promise<number> {
  return page.evaluate(async () => (await (await caches.open('assent-shell')).keys()).length);
}
