import { expect, test, vi } from 'vitest';
import { aParent, draft2, family2 } from '#tests/support/forms/form-2.ts';
import { openCases } from '#tests/support/forms/signers.ts';
import { goToStep } from '#tests/support/browser/journey.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { SCRIPT_NAMES } from '#tests/support/people/script-names.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const cases = openCases();
const name = SCRIPT_NAMES['Cherokee'] ?? '';

test('the review asks how a name that no font has is written in Latin letters, saves it, and says what of it prints', async () => {
  const { recordID, consentID } = await draft2(cases.staff, family2({ parents: [aParent({ name })] }));
  const { tab } = await cases.open(recordID);
  await tab.getByRole('link', { name: 'Continue the form' }).click();
  await goToStep(tab, 'Review');
  const panel = tab.getByRole('region', { name: 'Names in Latin letters' });
  const field = panel.getByLabel(name);
  await expectAccessible(tab, 'latin-names-asked');
  expect(await panel.getByRole('textbox').count(), 'the other names have a font').toBe(1);

  // A name in letters that have no font either helps nobody.
  await field.fill(name);
  await panel
    .getByText(/will print as/)
    .first()
    .waitFor();
  await expectAccessible(tab, 'latin-names-unprintable');
  await field.fill('Tsalagi Demo-Parent');
  await panel.getByText(/will print as/).waitFor({ state: 'detached' });
  await expect
    .poll(async () => {
      const { consents } = (await cases.staff.call('recordDetails', { id: recordID })).data;
      return consents.find((each) => each.consentID === consentID)?.latinNames;
    })
    .toEqual([{ name, latin: 'Tsalagi Demo-Parent' }]);
});
