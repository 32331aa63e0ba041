import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Input } from '#contract/calls.ts';
import { heading, press } from '#tests/support/browser/journey.ts';
import { makeCase, type Caller, type MadeCase } from './made-cases.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';

/** A form that a running server has mailed to its patient. */
export type MailedCase = MadeCase & { readonly link: string; readonly address: string; readonly lastName: string };

/** Birth date of the patients of these forms, as it is typed. */
export const BORN = { Day: '14', Month: '3', Year: '1950' } as const;

/** Mails a new patient's form, and opens the mail. @param change - of the draft */
export async function mailedCase(
  server: ServerProcess,
  caller: Caller,
  change: Omit<Input<'consentUpdate'>, 'consentID' | 'version'> = {},
): Promise<MailedCase> {
  const id = crypto.randomUUID().slice(0, 8);
  const address = `patient-${id}@example.org`;
  const lastName = 'Demo-Link';
  const person = { firstName: 'Tessa', lastName, dateOfBirth: '1950-03-14', emailAddress: address };
  const made = await makeCase(server.origin, caller, { person, until: 'draft' });
  const { consentID } = made;
  const { version: first = 1 } = (await caller.ask('recordDetails', { id: made.recordID })).data.consents[0] ?? {};
  const { version } = await caller.ask('consentUpdate', { consentID, version: first, ...change });
  await caller.ask('consentSend', { consentID, version, channel: 'EMAIL' });
  return { ...made, address, lastName, link: await linkTo(server, address) };
}

/** The newest link that a running server has mailed to an address, once so many mails are there. */
export async function linkTo({ origin, dataDir }: ServerProcess, address: string, mails = 1): Promise<string> {
  const mailFolder = path.join(dataDir, 'mail');
  for (;;) {
    const sent = await mailsTo({ mailFolder }, address);
    const link = sent.at(-1)?.link;
    if (link !== undefined && sent.length >= mails) return `${origin}${new URL(link).pathname}`;
    await wait(100);
  }
}

/** Answers the questions who holds a link. */
export async function answerWho(page: Page, lastName: string, born: Readonly<Record<string, string>> = BORN): Promise<void> {
  for (const [label, text] of Object.entries(born)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Your own last name').fill(lastName);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** Opens a link, presses its button, and shows who this is. @param next - heading of the page that follows */
export async function enter(
  page: Page,
  { link, lastName }: Pick<MailedCase, 'link' | 'lastName'>,
  next: string | RegExp = 'What is planned',
): Promise<void> {
  await page.goto(link);
  await press(page, 'Start', 'First, show that it is you');
  await answerWho(page, lastName);
  await heading(page, next).waitFor();
}
