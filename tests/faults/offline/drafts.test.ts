import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { openFaultStage } from '#tests/support/faults/fault-stage.ts';
import { goToStep } from '#tests/support/browser/journey.ts';
import { makeCase } from '#tests/support/forms/made-cases.ts';
import { arrive, untilSent } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const stage = openFaultStage();

const matters = (page: Page) => page.getByLabel(/^What matters to/);

test.each([
  ['with', false],
  ['without', true],
])('a draft that is written in two tabs %s a network overwrites no word of either unseen', async (_, isOffline) => {
  const person = { firstName: 'Test', lastName: stage.secret(`Demo-Two-Tabs-${_}`), dateOfBirth: '1950-01-02' };
  const made = await makeCase(stage.server.origin, stage.staff, { person, until: 'draft' });
  const tablet = stage.tablet();
  const tabs = [await tablet.open(), await tablet.context.newPage()] as const;
  for (const tab of tabs) {
    await arrive(tab, stage.proxy.origin);
    await tab.goto(`${stage.proxy.origin}/create-consent?consent=${made.consentID}&record=${made.recordID}`);
    await goToStep(tab, 'What matters');
    await matters(tab).waitFor();
  }
  const [first, second] = tabs;
  if (isOffline) await tablet.context.setOffline(true);
  // The content of a field must not depend on the browser's own cache of pages either.
  const [mine, theirs] = [stage.secret('Words of the first tab'), stage.secret('Words of the second tab')];
  await first.bringToFront();
  await matters(first).fill(mine);
  await first
    .getByText(isOffline ? /^Saved on this tablet$/ : /^Saved \d/)
    .first()
    .waitFor();
  await second.bringToFront();
  await matters(second).fill(theirs);
  // The second is notified before anything is overwritten, and sees both.
  const dialog = second.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByText(mine).waitFor();
  await dialog.getByText(theirs).waitFor();
  expect(await matters(first).inputValue()).toBe(mine);
  if (isOffline) await tablet.context.setOffline(false);
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await dialog.waitFor({ state: 'detached' });
  await untilSent(second);
  await expect
    .poll(async () => (await stage.staff.ask('recordDetails', { id: made.recordID })).data.consents[0]?.mattersToMe)
    .toBe(theirs);
});
