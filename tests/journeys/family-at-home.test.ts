import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { DAY, MINUTE } from '#domain/base/limits.ts';
import { localDate, plainDateOf } from '#domain/values/plain-date.ts';
import { SCREENS } from '#tests/support/browser/browser.ts';
import { CLINICIAN, drawSignature, heading, press, readUntil, signAsClinician } from '#tests/support/browser/journey.ts';
import { anotherParent, aParent, draft2, family2 } from '#tests/support/forms/form-2.ts';
import { callerAs } from '#tests/support/forms/made-cases.ts';
import { answerWho, linkTo } from '#tests/support/forms/mailed-link.ts';
import { openCases, openPhones, readAsDecider, untilSigned } from '#tests/support/forms/signers.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { mailsTo } from '#tests/support/people/mails.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 });

const CHILD_BORN = { Day: '14', Month: '3', Year: '2015' };
const cases = openCases();
const aPhone = openPhones(cases);
const fatherPhone = openPhones(cases);
const id = crypto.randomUUID().slice(0, 8);
const [MOTHER, FATHER, TEAM] = [`mother-${id}@example.org`, `father-${id}@example.org`, `team-${id}@example.org`];

const subjectsTo = async (address: string) =>
  (await mailsTo({ mailFolder: path.join(cases.stage.server.dataDir, 'mail') }, address)).map(({ subject }) => subject);

/** Waits until a mail with these words has come. @returns ms since the wait began */
async function untilMailed(address: string, words: RegExp): Promise<number> {
  const begun = Date.now();
  while (!(await subjectsTo(address)).some((subject) => words.test(subject))) await wait(250);
  return Date.now() - begun;
}

/** Checks the page, and goes back to the size of a phone. */
async function look(at: Page, name: string): Promise<void> {
  await expectAccessible(at, `family-${name}`);
  await at.setViewportSize(SCREENS.phone);
}

/** A Form 2 of tomorrow's list, mailed to both parents, of whom one may decide; the team of its clinician has a mailbox. */
async function mailedForm() {
  const admin = await callerAs(cases.stage.server.origin, 'admin@demo.nhs.uk');
  const { data: specialities } = await admin.ask('specialityList', {});
  const teams = specialities.map(({ _id: specialityID }) => ({ specialityID, name: 'Demo team', email: TEAM }));
  await admin.ask('messagesTeamsUpdate', { teams });
  const parents = [aParent({ emailAddress: MOTHER }), anotherParent({ emailAddress: FATHER })];
  const { consentID, recordID, version } = await draft2(cases.staff, family2({ parents }));
  const { version: of } = (await cases.staff.call('recordDetails', { id: recordID })).data.record;
  const date = plainDateOf(Date.parse(localDate(Date.now(), 'Europe/London')) + DAY);
  await cases.staff.call('recordUpdate', { recordID, version: of, listed: { date, theatre: 'Theatre 1', listType: 'THEATRE' } });
  const channels = [1, 2].map((place) => ({ signing_order: place, channel: 'EMAIL' as const }));
  await cases.staff.call('consentSend', { consentID, version, channel: 'DEVICE', channels });
  return { consentID, recordID };
}

test('a mother asks, reads the answer, signs and has her copy; the father says no; the evening before she takes it back, and the ward knows', async () => {
  const { consentID, recordID } = await mailedForm();
  const version = async () => (await cases.staff.call('recordDetails', { id: recordID })).data.consents[0]!;

  // At home: she asks.
  const home = await aPhone();
  await home.goto(await linkTo(cases.stage.server, MOTHER));
  await press(home, 'Start', 'First, show that it is you');
  await answerWho(home, 'Demo-Mother', CHILD_BORN);
  await heading(home, 'What is planned').waitFor();
  await readUntil(home, 'Do you have a question?');
  await home.getByRole('radio', { name: 'Yes' }).check();
  await home.getByLabel('What would you like to ask?').fill('May I stay with her?');
  await press(home, 'Send my question', 'We have your question');

  // On the ward: it is there, and is answered.
  expect(await untilMailed(CLINICIAN, /^\S+: Listed for tomorrow: Somebody who signs asks a question,/)).toBeLessThan(MINUTE);
  const { tab } = await cases.open(recordID);
  await tab.getByText('“May I stay with her?”').waitFor();
  await tab.getByLabel('Your answer').fill('Yes, until she is asleep.');
  await tab.getByRole('button', { name: 'Save answer' }).click();

  // At home: she reads it, and signs.
  await untilMailed(MOTHER, /^News from /);
  await press(home, 'Look for the answer', 'Do you have a question?');
  await home.getByText('Yes, until she is asleep.').waitFor();
  await home.getByRole('radio', { name: 'No' }).check();
  await press(home, 'Continue', 'Check before you sign');
  await press(home, 'Continue', 'Sign this form');
  await drawSignature(home);
  await press(home, 'I agree and sign', 'Thank you. You have signed.');
  await look(home, 'signed');

  // The father says no, by his own link.
  const away = await fatherPhone();
  await away.goto(await linkTo(cases.stage.server, FATHER));
  await press(away, 'Start', 'First, show that it is you');
  await answerWho(away, 'Demo-Father', CHILD_BORN);
  await heading(away, 'What is planned').waitFor();
  await readAsDecider(away);
  await press(away, 'I do not agree', 'Do you want to say no?');
  await press(away, 'I do not want this', 'You have said no');
  await look(away, 'declined');

  // On the ward: it is settled, and the form is sealed.
  await tab.getByRole('button', { name: 'Record how it was settled' }).click();
  const settling = tab.getByRole('dialog', { name: 'How was this settled?' });
  await settling.getByRole('radio', { name: /^The consent of one adult is enough/ }).check();
  await settling.getByLabel(/^How was it settled/).fill('Both were told that the law lets one of them decide.');
  await settling.getByRole('button', { name: 'Record it' }).click();
  await settling.waitFor({ state: 'detached' });
  await signAsClinician(tab);
  await untilSigned(tab);

  // At home: her copy, on her phone, by the mail that says so.
  const mails = (await subjectsTo(MOTHER)).length;
  await expect.poll(async () => (await version()).sealState, { timeout: MINUTE }).toBe('SEALED');
  await home.goto(await linkTo(cases.stage.server, MOTHER, mails));
  await press(home, 'Start', 'First, show that it is you');
  await answerWho(home, 'Demo-Mother', CHILD_BORN);
  await heading(home, 'Thank you. You have signed.').waitFor();
  const coming = home.waitForEvent('download');
  await home.getByRole('button', { name: 'Download a copy' }).click();
  expect((await coming).suggestedFilename()).toBe(`${consentID}_consent.pdf`);

  // The evening before, she takes it back.
  await press(home, 'I have changed my mind', 'Do you want to take back your yes?');
  await press(home, 'Continue', 'Are you sure?');
  await press(home, 'Yes, I take it back', 'This consent does not count any more');
  const taken = Date.now();
  await Promise.all(
    [CLINICIAN, TEAM].map((address) => untilMailed(address, /^\S+: Listed for tomorrow: A consent was taken back,/)),
  );
  expect(Date.now() - taken, 'the clinician and the team know within a minute').toBeLessThan(MINUTE);

  // Home says so first, and the light is red.
  await tab.setViewportSize(SCREENS.tablet);
  await tab.goto(cases.stage.server.origin);
  const { patient } = (await cases.staff.call('recordDetails', { id: recordID })).data.record;
  const name = patient.lastName.toUpperCase();
  const needs = tab.getByRole('region', { name: /^Needs me/ }).getByRole('listitem');
  await needs
    .filter({ hasText: name })
    .getByText(/^Withdrawn /)
    .waitFor();
  const lines = await needs.allInnerTexts();
  const before = lines.slice(
    0,
    lines.findIndex((line) => line.includes(name)),
  );
  expect(
    before.filter((line) => !line.includes('Withdrawn')),
    'nothing but another withdrawal stands before it',
  ).toEqual([]);
  const row = tab.getByRole('table', { name: 'Theatre lists, today and next days' }).getByRole('row');
  await row.filter({ hasText: name }).getByText('Stop').first().waitFor();
  await expectAccessible(tab, 'family-withdrawn-home');
});
