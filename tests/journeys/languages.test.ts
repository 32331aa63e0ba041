import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { languageAttributes, OWN_NAMES } from '#domain/values/patient-languages.ts';
import type { Dictionary } from '#src/sign/texts/reading-language.ts';
import { arabic } from '#src/sign/texts/ar/dictionary.ts';
import { welsh } from '#src/sign/texts/cy/dictionary.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { drawSignature, heading, press, takeBack, takeBackAndSign } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase, sealedDocument, type Caller, type MadeCase } from '#tests/support/forms/made-cases.ts';
import { mailedCase } from '#tests/support/forms/mailed-link.ts';
import { languageOf } from '#tests/support/browser/page-language.ts';
import { inspectPdf } from '#tests/support/files/sealed-pdf.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { untilVisitStored } from '#tests/support/tablet/vault-rows.ts';
import { arrive } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let caller: Caller;
let profile: Profile | undefined;
let page: Page | undefined;

const stage = openStage(
  async ({ server }) => {
    caller = await callerAs(server.origin);
  },
  { hasOwnServer: true, settings: { patientLanguages: ['cy', 'ar'] } },
);
afterEach(async (context) => {
  await shotOfFailure(page, context);
  if (context.task.result?.state !== 'fail') profile?.expectQuiet();
  await profile?.context.close();
});

async function openTab(screen: keyof typeof SCREENS): Promise<Page> {
  profile = await openProfile(stage.browser, { viewport: SCREENS[screen], provoked: [/status of 4\d\d/, /net::ERR_/] });
  profile.context.on('dialog', (dialog) => void dialog.accept());
  page = await profile.context.newPage();
  return page;
}

/** A form that waits on the tablet for a patient of this language. */
function readyFor(language: string): Promise<MadeCase> {
  const communication = { language, interpreterNeeded: false, format: 'STANDARD' };
  const person = { firstName: 'Mair', lastName: `Demo-${language}`, dateOfBirth: '1950-03-14', communication };
  return makeCase(stage.server.origin, caller, { person, until: 'ready' });
}

async function openCase(tab: Page, { recordID }: MadeCase): Promise<void> {
  await tab.goto(`${stage.server.origin}/consent?id=${recordID}`);
  await heading(tab, /^Consent, version/).waitFor();
}

async function handOver(tab: Page, h1: string): Promise<void> {
  await tab.getByRole('button', { name: /^Hand the tablet/ }).click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Hand over now' }).click();
  await heading(tab, h1).waitFor();
}

/** The page is in this language, mirrored where it is, says that nobody has reviewed it, and passes for everybody. */
async function look(tab: Page, { language, about }: Dictionary, name: string): Promise<void> {
  const size = tab.viewportSize() ?? SCREENS.tablet;
  const found = await languageOf(tab, language);
  expect.soft(found, name).toEqual({ lang: language, dir: languageAttributes(language).dir, unmarked: [] });
  expect.soft(await tab.getByText(about.unreviewed).isVisible(), name).toBe(true);
  expect.soft(await tab.getByText('Translation not yet reviewed').isVisible(), name).toBe(true);
  await expectAccessible(tab, `${language}-${name}`);
  await tab.setViewportSize(size);
}

/** From the plan to the pad, each page looked at. */
async function readOn(tab: Page, dictionary: Dictionary, by: string): Promise<void> {
  const { continue: onward } = dictionary.textsFor('PATIENT');
  const { question, sign, choices } = dictionary.formTextsFor('PATIENT');
  for (let nth = 1; ; nth += 1) {
    const h1 = (await tab.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await look(tab, dictionary, `${by}-${nth}`);
    if (h1 === sign.h1) return;
    if (h1 === question.h1) await tab.getByRole('radio', { name: question.no, exact: true }).check();
    await tab.getByRole('button', { name: onward, exact: true }).click();
    if (h1 === choices.h1) {
      await look(tab, dictionary, `${by}-${nth}-unanswered`);
      await tab.getByRole('button', { name: choices.leave }).click();
    }
    await tab.waitForFunction((before) => document.querySelector('h1')?.textContent !== before, h1);
  }
}

/**
 * The English sentence stands below what it means, and is marked as English.
 *
 * @param isPinned - whether the form was sent with its meanings: then it says which of both counts
 */
async function readStatement(tab: Page, { about }: Dictionary, isPinned: boolean): Promise<void> {
  const statement = tab.locator('.statement');
  const note = statement.locator('.meaning.small');
  await (isPinned ? note.getByText('What is signed is the English.') : note.getByText(about.youSign)).waitFor();
  // The sentence and the note.
  expect(await statement.locator('.meaning').count()).toBe(2);
  // On a tablet on its side nothing of the pad lies below the answers.
  const size = tab.viewportSize() ?? SCREENS.tablet;
  await tab.setViewportSize(SCREENS.tablet);
  const [pad, answers] = [await tab.locator('.pad').boundingBox(), await tab.locator('.actions').boundingBox()];
  expect(pad!.y + pad!.height).toBeLessThanOrEqual(answers!.y);
  await tab.setViewportSize(size);
  const signed = statement.locator('p[lang="en-GB"]');
  expect(await signed.getAttribute('dir')).toBe('ltr');
  expect(await signed.innerText()).toMatch(/^I agree to have: Cataract surgery .*, RIGHT eye\. I have been told/);
}

test('on a tablet a patient reads, answers and signs in the language of their record, and the next patient reads English', async () => {
  const tab = await openTab('tablet');
  // With a vault, which holds the visit over a reload.
  await arrive(tab, stage.server.origin);
  const form = await readyFor('ar-SY');
  await openCase(tab, form);
  const texts = arabic.textsFor('PATIENT');
  const { matters, sign, over, question } = arabic.formTextsFor('PATIENT');
  await handOver(tab, texts.identity.h1);
  await look(tab, arabic, 'tablet-identity');
  await press(tab, texts.identity.yes, arabic.formTextsFor('PATIENT').plan.h1);
  await readOn(tab, arabic, 'tablet');
  await readStatement(tab, arabic, true);

  // Another language in between loses no ink and no page, and the choice outlives a reload.
  await drawSignature(tab);
  await tab.getByRole('button', { name: OWN_NAMES.cy }).click();
  await heading(tab, welsh.formTextsFor('PATIENT').sign.h1).waitFor();
  await tab.locator('.pad[data-inked]').waitFor();
  await untilVisitStored(tab);
  await tab.reload();
  await heading(tab, welsh.formTextsFor('PATIENT').sign.h1).waitFor();
  await tab.locator('.pad[data-inked]').waitFor();
  await tab.getByRole('button', { name: OWN_NAMES.ar }).click();
  await heading(tab, sign.h1).waitFor();
  for (const width of [1024, 390]) {
    await tab.setViewportSize({ width, height: 844 });
    await tab.getByRole('button', { name: texts.sizes[3] }).click();
    await look(tab, arabic, `tablet-very-large-${width}`);
  }
  await tab.setViewportSize(SCREENS.tablet);
  await tab.getByRole('button', { name: texts.sizes[1] }).click();

  // An answer that is missing is told in this language, and goes with it.
  await tab.getByRole('button', { name: sign.clear, exact: true }).click();
  await tab.getByRole('button', { name: sign.send, exact: true }).click();
  await tab.getByRole('alert').getByText(sign.noInk).waitFor();
  await look(tab, arabic, 'tablet-problem');
  await drawSignature(tab);
  await press(tab, sign.send, over.signed.h1);
  await look(tab, arabic, 'tablet-signed');
  expect([matters.h1, question.h1]).not.toContain(over.signed.h1);

  await tab.getByRole('button', { name: 'Staff: take the tablet back' }).click();
  await heading(tab, 'Take the tablet back').waitFor();
  expect(await tab.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(['en-GB', 'ltr']);
  expect(await tab.getByRole('button', { name: OWN_NAMES.ar }).count()).toBe(0);
  await tab.getByRole('button', { name: 'Back', exact: true }).click();
  await takeBack(tab);

  await openCase(tab, await readyFor('pl'));
  await handOver(tab, 'Is this you?');
  expect(await tab.evaluate(() => document.documentElement.lang)).toBe('en-GB');
  await tab.getByRole('button', { name: OWN_NAMES.ar }).waitFor();
  expect(await tab.getByText('Translation not yet reviewed').count()).toBe(0);
});

test('without a network too, and the document says in which language the pages were read', async () => {
  const tab = await openTab('portrait');
  await arrive(tab, stage.server.origin);
  const form = await readyFor('cy');
  await openCase(tab, form);
  await tab.waitForTimeout(2000);
  await profile!.context.setOffline(true);
  const texts = welsh.textsFor('PATIENT');
  const { plan, sign, over } = welsh.formTextsFor('PATIENT');
  await handOver(tab, texts.identity.h1);
  await look(tab, welsh, 'offline-identity');
  await press(tab, texts.identity.yes, plan.h1);
  await readOn(tab, welsh, 'offline');
  await readStatement(tab, welsh, true);
  await drawSignature(tab);
  await press(tab, sign.send, over.signed.h1);
  await tab.getByText(over.queued).waitFor();
  await takeBackAndSign(tab);
  await profile!.context.setOffline(false);
  await tab.waitForLoadState('networkidle');
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'languages-')), 'consent.pdf');
  fs.writeFileSync(file, await sealedDocument(stage.server.origin, caller, form));
  expect(inspectPdf(file).text).toContain('Pages shown in Welsh when signing (translation not yet reviewed)');
});

for (const dictionary of [welsh, arabic])
  test(`by a link on a phone the pages are read in ${OWN_NAMES[dictionary.language]} from the first one`, async () => {
    const form = await mailedCase(stage.server, caller);
    const tab = await openTab('phone');
    const { link } = dictionary;
    const { sign, matters, plan } = dictionary.formTextsFor('PATIENT');
    const texts = dictionary.textsFor('PATIENT');
    await tab.goto(form.link);
    await heading(tab, /^A form from/).waitFor();
    await tab.getByRole('button', { name: OWN_NAMES[dictionary.language] }).click();
    await tab.getByRole('button', { name: link.start.start, exact: true }).waitFor();
    await look(tab, dictionary, 'link-start');
    await press(tab, link.start.start, link.who.h1);
    await tab.getByRole('button', { name: texts.continue, exact: true }).click();
    await tab.getByRole('alert').getByText(link.who.noBirth).first().waitFor();
    await look(tab, dictionary, 'link-who-problem');
    for (const [label, typed] of [
      [link.who.day, '14'],
      [link.who.month, '3'],
      [link.who.year, '1950'],
      [link.who.lastName, form.lastName],
    ] as const)
      await tab.getByLabel(label, { exact: true }).fill(typed);
    // Words that were typed stay when the language changes.
    await tab.getByRole('button', { name: OWN_NAMES.en }).click();
    await heading(tab, 'First, show that it is you').waitFor();
    expect(await tab.getByLabel('Your own last name').inputValue()).toBe(form.lastName);
    await tab.getByRole('button', { name: OWN_NAMES[dictionary.language] }).click();
    await press(tab, texts.continue, plan.h1);
    await readOn(tab, dictionary, 'link');
    await readStatement(tab, dictionary, false);
    expect(matters.h1).not.toBe(sign.h1);
    await drawSignature(tab);
    await press(tab, sign.send, link.after.signed);
    await look(tab, dictionary, 'link-signed');
  });
