import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import type { Verdict } from '#contract/reference.ts';
import { foundWords, reasonWords } from '#server/work/documents/verdict-sentences.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { caseGiver } from '#tests/support/forms/given-case.ts';
import { callerAs, sealedDocument, type Caller } from '#tests/support/forms/made-cases.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { callForFile } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

let caller: Caller;
let given: ReturnType<typeof caseGiver>;
let profile: Profile;
let page: Page;

const stage = openStage(async ({ server, browser }) => {
  caller = await callerAs(server.origin);
  given = caseGiver(server.origin, caller);
  profile = await openProfile(browser);
  page = await profile.context.newPage();
  await page.goto(`${server.origin}/verify`);
});
afterEach((context) => shotOfFailure(page, context));

const answered = (title: string) => page.getByRole('heading', { name: title, level: 2 });

async function check(name: string, buffer: Buffer): Promise<void> {
  const mimeType = name.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream';
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
}

/** The viewing copy of a withdrawn form, once the server has made it. */
async function viewingCopy(consentID: string): Promise<Buffer> {
  const wire = { fetch, root: `${stage.server.origin}/api`, token: caller.token };
  return vi.waitFor(
    async () => {
      const file = await callForFile(calls.consentDownload, { request_id: consentID, kind: 'VIEW' }, wire);
      return Buffer.from(await file.arrayBuffer());
    },
    { timeout: 60_000, interval: 200 },
  );
}

test('a viewing copy says that it is one, with the state of the form and the digest of the sealed one', async () => {
  const made = await given('signed');
  await sealedDocument(stage.server.origin, caller, made);
  await caller.ask('recordWithdraw', { consentID: made.consentID, reason: '' });
  await check('copy.pdf', await viewingCopy(made.consentID));
  await answered('This is a viewing copy, and not the sealed form').waitFor();
  await page.getByText('WITHDRAWN', { exact: true }).waitFor();
  await page.getByText('The consent that it belongs to has been withdrawn.').waitFor();
  await page.getByText(/^[0-9a-f]{64}$/).waitFor();
  await expectAccessible(page, 'verify-viewing-copy');
});

/** The server's answer about files that no call of this server makes yet. */
const TOLD: Verdict = {
  state: 'UNKNOWN',
  status: null,
  sealedAt: null,
  file: null,
  stampedAt: null,
  organisation: null,
  selfMadeSeal: false,
  reason: null,
  weak: false,
  explanation: 'The server says here what the file is.',
};

test.each([
  ['PRE_SIGNED', 'This is our form, unsigned', 'NOT SIGNED'],
  ['SCAN', 'This is a scan of a form', 'NOT SEALED'],
  ['TIMESTAMPED', 'This is a real time stamp of a sealed form', 'AUTHENTIC'],
] as const)('the answer about a file that is %s says so', async (file, title, word) => {
  const isReal = file === 'TIMESTAMPED';
  const real = {
    state: 'AUTHENTIC',
    status: 'IN_FORCE',
    stampedAt: '2026-08-06T14:00:00.000Z',
    organisation: 'Demo General Hospital',
    belongsTo: { sealedAt: '2026-08-06T13:59:00.000Z', sha256: 'a1'.repeat(32) },
  } as const;
  const data: Verdict = { ...TOLD, file, ...(isReal ? real : {}) };
  await page.route(/\/api\/verify$/, async (route) =>
    route.fulfill({ response: await route.fetch(), json: { message: 'OK', data } }),
  );
  await check(isReal ? 'stamp.tst' : 'form.pdf', Buffer.from('a file'));
  await answered(title).waitFor();
  await page.getByText(word, { exact: true }).waitFor();
  expect(await page.getByText('AUTHENTIC', { exact: true }).count()).toBe(isReal ? 1 : 0);
  expect(await page.getByText('certificate of this installation').count(), 'none of these is sealed').toBe(0);
  await expectAccessible(page, `verify-${file.toLowerCase().replace('_', '-')}`);
  await page.unroute(/\/api\/verify$/);
});

const SETTINGS = { timeZone: 'Europe/London', supportEmail: 'support@demo.nhs.uk' };
const GONE = { sealedAt: '2026-08-06T14:00:00.000Z', goneAt: '2034-08-07T14:00:00.000Z' };

test.each([
  ['DELETED', 'UNKNOWN', 'This file was sealed here, and its record was deleted'],
  ['NOT_IN_RECORDS', 'UNKNOWN', 'This file carries our seal, and is not in our records'],
  ['CHANGED', 'ALTERED', 'This file is not what was sealed'],
  ['DAMAGED', 'ALTERED', 'This file is not what was sealed'],
  ['OTHER_SEAL', 'UNKNOWN', 'This file was sealed by somebody else'],
  ['NO_SEAL', 'UNKNOWN', 'This file is not sealed here'],
] as const)('the page says why a file is not one that is kept here: %s', async (reason, state, title) => {
  const explanation = reasonWords(reason, { settings: SETTINGS, sealedBy: 'Another Hospital seal', gone: GONE });
  await answerWith({ ...TOLD, state, reason, explanation }, async () => {
    await check('form.pdf', Buffer.from('a file'));
    await answered(title).waitFor();
    await page.getByText(explanation, { exact: true }).waitFor();
    await page.getByText(state, { exact: true }).waitFor();
    expect(await page.getByText('AUTHENTIC', { exact: true }).count()).toBe(0);
    await expectAccessible(page, `verify-${reason.toLowerCase().replaceAll('_', '-')}`);
  });
});

test('a refusal of treatment is called that, never in force, and a weak key is named', async () => {
  const explanation = foundWords('REFUSAL', { at: GONE.sealedAt, settings: SETTINGS });
  const refusal = { state: 'AUTHENTIC', status: 'REFUSED', reason: 'FOUND', file: 'REFUSAL', weak: true } as const;
  const facts = { organisation: 'Demo General Hospital', sealedAt: GONE.sealedAt };
  await answerWith({ ...TOLD, ...refusal, ...facts, explanation }, async () => {
    await check('refusal.pdf', Buffer.from('a file'));
    await answered('This is a refusal of treatment, and no consent').waitFor();
    await page.getByText('A refusal of treatment, given on 6 August 2026. It is no consent.', { exact: true }).waitFor();
    await page.getByText('REFUSED', { exact: true }).waitFor();
    await page.getByText('Sealed with an older kind of key').waitFor();
    await expectAccessible(page, 'verify-refusal');
  });
});

test('a sealed form that was changed, and a file that was never sealed, are answered by the server itself', async () => {
  const made = await given('signed');
  const sealed = Buffer.from(await sealedDocument(stage.server.origin, caller, made));
  await check('form.pdf', sealed);
  await answered('This form is real and in force').waitFor();
  await page.getByText('Sealed with a certificate of this installation').waitFor();
  sealed[1000]! ^= 1;
  await check('changed.pdf', sealed);
  await page.getByText(reasonWords('CHANGED', { settings: SETTINGS }), { exact: true }).waitFor();
  await check('bare.pdf', Buffer.from('%PDF-1.7 nothing'));
  await page.getByText(reasonWords('NO_SEAL', { settings: SETTINGS }), { exact: true }).waitFor();
});

/** Has the server's next answers about a file say this. */
async function answerWith(data: Verdict, work: () => Promise<void>): Promise<void> {
  await page.route(/\/api\/verify$/, async (route) =>
    route.fulfill({ response: await route.fetch(), json: { message: 'OK', data } }),
  );
  await work();
  await page.unroute(/\/api\/verify$/);
}

test('no answer complained', () => profile.expectQuiet());
