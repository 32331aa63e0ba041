import type { Page } from 'playwright';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { enter, linkTo } from '#tests/support/forms/mailed-link.ts';
import { callerAs, makeCase, sealedDocument, type Caller, type MadeCase } from '#tests/support/forms/made-cases.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

// After the seal the patient gets their copy: by a mail, or as a code for their own phone.

const ADDRESS = 'ada.demo-copy@example.org';
const PERSON = { firstName: 'Ada', lastName: 'Demo-Copy', dateOfBirth: '1950-03-14' };

let profile: Profile;
let page: Page;
let caller: Caller;

const stage = openStage(async ({ browser, server }) => {
  caller = await callerAs(server.origin);
  profile = await openProfile(browser, { provoked: [/ERR_INTERNET_DISCONNECTED/] });
  page = await profile.context.newPage();
  await page.goto(server.origin);
  await signIn(page);
  await heading(page, 'Home').waitFor();
});
afterEach((context) => shotOfFailure(page, context));
afterAll(() => profile.expectQuiet());

/** A signed and sealed case, with the page of it open. */
async function signedCase(person: typeof PERSON & { emailAddress?: string }): Promise<MadeCase> {
  const made = await makeCase(stage.server.origin, caller, { person, until: 'signed' });
  await sealedDocument(stage.server.origin, caller, made);
  await page.goto(`${stage.server.origin}/consent?id=${made.recordID}`);
  await page.getByRole('region', { name: 'Give the patient a copy' }).getByText('No copy given').waitFor();
  return made;
}

test('a copy is mailed to the address on record, and opened on the patient’s own phone', async () => {
  const made = await signedCase({ ...PERSON, emailAddress: ADDRESS });
  await expectAccessible(page, 'give-copy');
  await page.getByText(`To ${ADDRESS}`).waitFor();
  await page.getByRole('button', { name: 'Email the link for the patient' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a copy to the patient?' });
  await dialog.getByText(`A link goes to ${ADDRESS}.`).waitFor();
  await expectAccessible(page, 'give-copy-mail');
  await dialog.getByRole('button', { name: 'Send the copy' }).click();
  await page.getByText('The copy is on its way').first().waitFor();
  await page.getByText('Link to the copy sent').waitFor();
  await expectAccessible(page, 'give-copy-state');
  await page.getByRole('button', { name: 'End the link for the patient' }).waitFor();
  const link = await linkTo(stage.server, ADDRESS);
  const phone = await openProfile(stage.browser, { viewport: SCREENS.phone });
  const home = await phone.context.newPage();
  await enter(home, { link, lastName: PERSON.lastName }, 'Thank you. You have signed.');
  const coming = home.waitForEvent('download');
  await home.getByRole('button', { name: 'Download a copy' }).click();
  expect((await coming).suggestedFilename()).toMatch(/_consent\.pdf$/);

  // A note that they add reaches the team, which talks about it; the form stays as it is.
  await expectAccessible(home, 'give-copy-signed');
  await home.getByRole('button', { name: 'Add a note' }).click();
  await home.getByRole('heading', { name: 'Anything you want to add?' }).waitFor();
  await home.getByRole('button', { name: 'Send my note' }).click();
  await home.getByText('Write your note').first().waitFor();
  await home.getByLabel('Your note').fill('I take a new tablet since Monday');
  await expectAccessible(home, 'give-copy-note');
  await home.getByRole('button', { name: 'Send my note' }).click();
  await home.getByText('We have your note. The team reads it.').waitFor();
  await expectAccessible(home, 'give-copy-noted');

  // How they want to be written to is their own word: staff read it in the record.
  await home.getByRole('button', { name: 'How we write to you' }).click();
  await home.getByRole('heading', { name: 'How may we write to you?' }).waitFor();
  await home.getByRole('group', { name: 'Email' }).getByRole('radio', { name: 'No' }).check();
  await home.getByText('We then cannot write to you, also if this form does not count any more.').waitFor();
  await expectAccessible(home, 'give-copy-contact');
  await home.getByRole('button', { name: 'Save' }).click();
  await home.getByText('We have saved how we may write to you.').waitFor();
  await expectAccessible(home, 'give-copy-contact-saved');
  phone.expectQuiet();
  const { patient } = (await caller.ask('patientGetDetails', { id: made.patientID })).data;
  expect(patient.communication.refused).toEqual(['EMAIL']);
  await page.goto(stage.server.origin);
  await page.getByText('Adds: “I take a new tablet since Monday”').first().waitFor();
  await expectAccessible(page, 'home-note');
  await page.goto(`${stage.server.origin}/consent?id=${made.recordID}`);
  await page.getByText('Somebody who has answered adds a note').waitFor();
  await expectAccessible(page, 'case-note');
  // A newer version that is begun answers nobody: the note about the form in force stays on Home and on the case.
  await caller.ask('recordReconsent', { id: made.recordID, reason: 'The dose has changed' });
  await page.goto(stage.server.origin);
  await page.getByText('Adds: “I take a new tablet since Monday”').first().waitFor();
  await page.goto(`${stage.server.origin}/consent?id=${made.recordID}`);
  await page.getByRole('heading', { name: 'Consent, version 2' }).waitFor();
  await page.getByText('Somebody who has answered adds a note to version 1').waitFor();
  await expectAccessible(page, 'case-earlier-note');
  await page.getByRole('button', { name: 'Talked about it' }).click();
  await page.getByLabel('What was said, and what was decided?').fill('She may take it');
  await expectAccessible(page, 'case-note-talk');
  await page.getByRole('dialog').getByRole('button', { name: 'Talked about it' }).click();
  await page.getByText('Somebody who has answered adds a note').waitFor({ state: 'detached' });
});

test('a patient without an address gets a code for their phone, and the page says why no mail goes', async () => {
  await signedCase({ ...PERSON, firstName: 'Ben' });
  await page.getByText('No email address is on record.').waitFor();
  expect(await page.getByRole('radio', { name: /^A link by email/ }).isDisabled()).toBe(true);
  await expectAccessible(page, 'give-copy-no-address');
  await page.getByRole('button', { name: 'Show the code for the patient' }).click();
  const dialog = page.getByRole('dialog', { name: 'A copy for the patient' });
  await dialog.getByRole('button', { name: 'Show the code' }).click();
  await dialog.getByRole('img', { name: 'Code for the camera' }).waitFor();
  await dialog.getByText(/^Hidden in [12]:\d\d$/).waitFor();
  await expectAccessible(page, 'give-copy-code');
  await dialog.getByRole('button', { name: 'Done' }).click();
});

test('without the network a copy waits, and nothing says that it was sent', async () => {
  await signedCase({ ...PERSON, firstName: 'Cleo', emailAddress: 'cleo.demo-copy@example.org' });
  await profile.context.setOffline(true);
  await page.getByText('This needs the network, and the server cannot be reached.').waitFor();
  expect(await page.getByRole('button', { name: 'Email the link for the patient' }).isDisabled()).toBe(true);
  await profile.context.setOffline(false);
});

test('a copy is printed here and put into their hand, or is not wanted; the case says which', async () => {
  await signedCase({ ...PERSON, firstName: 'Dora' });
  const copy = page.getByRole('region', { name: 'Give the patient a copy' });
  await copy.getByRole('button', { name: 'Not wanted by the patient' }).click();
  const none = page.getByRole('dialog', { name: 'No copy for the patient?' });
  await expectAccessible(page, 'give-copy-none');
  await none.getByRole('button', { name: 'Record it' }).click();
  await copy.getByText('No copy wanted').waitFor();
  await copy.getByRole('button', { name: 'Give another copy' }).click();
  await copy.getByRole('radio', { name: /^On paper/ }).check();
  const tab = profile.context.waitForEvent('page');
  await copy.getByRole('button', { name: 'Open it to print for the patient' }).click();
  await (await tab).close();
  const printed = page.getByRole('dialog', { name: 'Does the patient have the printed copy?' });
  await expectAccessible(page, 'give-copy-printed');
  await printed.getByRole('button', { name: 'Yes, they have it' }).click();
  await copy.getByText('Copy given on paper').waitFor();
  await copy.getByRole('button', { name: 'Give another copy' }).waitFor();
  await page
    .getByRole('list', { name: 'What happened, newest first' })
    .getByText(/^Copy given on paper/)
    .waitFor();
});
