import { expect, test, vi } from 'vitest';
import { rowsOf } from '#tests/support/checks/full.ts';
import { openFaultStage } from '#tests/support/faults/fault-stage.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { expectOnServer } from '#tests/support/server/oracle.ts';
import { addPatient, arrive, typePhone, untilSent } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const stage = openFaultStage();

test.each(
  rowsOf([
    ['tells the page', true],
    ['tells nobody', false],
  ] as const),
)('when the browser closes the database under an open form and %s, the next save is kept, and sent', async (_, isTold) => {
  const tablet = stage.tablet();
  const page = await tablet.open();
  await page.addInitScript(() => {
    const open: IDBDatabase[] = [];
    Object.assign(globalThis, { openDatabases: open });
    const { open: original } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...given) {
      const opening = original.apply(this, given);
      opening.addEventListener('success', () => open.push(opening.result));
      return opening;
    };
  });
  await arrive(page, stage.proxy.origin);
  const lastName = stage.secret(`Demo-Connection-Closed-${isTold ? 'Told' : 'Untold'}`);
  await addPatient(page, lastName);
  await untilSent(page);
  await typePhone(page, '07700900321');
  await page.evaluate((tell) => {
    const { openDatabases } = globalThis as unknown as { openDatabases: IDBDatabase[] };
    for (const database of openDatabases.splice(0)) {
      database.close();
      if (tell) database.dispatchEvent(new Event('close'));
    }
  }, isTold);
  expect(await page.getByLabel('Phone number').inputValue()).toBe('07700900321');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await heading(page, 'Edit details').waitFor({ state: 'detached' });
  await untilSent(page, 60_000);
  await expectOnServer(stage.staff, [{ lastName, changes: 1, fields: { phoneNumber: '07700900321' } }]);
});

test('a newer build in a second tab asks within three seconds for the first one to be closed, and goes on by itself then', async () => {
  const tablet = stage.tablet();
  const old = await tablet.open();
  await arrive(old, stage.proxy.origin);
  const lastName = stage.secret('Demo-Two-Builds');
  await addPatient(old, lastName);
  await typePhone(old, '07700900654');
  const next = await tablet.context.newPage();
  await next.addInitScript(() => {
    const times: { asked?: number; shown?: number } = {};
    Object.assign(globalThis, { times });
    const { open: original } = IDBFactory.prototype;
    // A build whose vaults have one table more would request the next version.
    IDBFactory.prototype.open = function (name, version) {
      if (!name.startsWith('v-') || version === undefined) return original.call(this, name, version);
      times.asked ??= performance.now();
      return original.call(this, name, version + 10);
    };
    new MutationObserver(() => {
      if (document.querySelector('[data-blocking]') !== null) times.shown ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await next.goto(`${stage.proxy.origin}/login`);
  await signIn(next);
  await heading(next, 'Close the other tabs of this app').waitFor();
  const { asked = 0, shown = Infinity } = await next.evaluate(
    () => (globalThis as unknown as { times: { asked?: number; shown?: number } }).times,
  );
  expect(shown - asked).toBeLessThan(3000);
  // The person editing is not disturbed by it.
  expect(await old.getByLabel('Phone number').inputValue()).toBe('07700900654');
  await old.close();
  await heading(next, 'Home').waitFor();
  await untilSent(next);
  await expectOnServer(stage.staff, [{ lastName, changes: 0 }]);
});
