import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import {
  drawSignature,
  heading,
  PASSWORD,
  press,
  readToSignature,
  signIn,
  takeBack,
  takeBackAndSign,
} from '#tests/support/browser/journey.ts';
import { callerAs, makeCase, sealedDocument, type Caller, type MadeCase } from '#tests/support/forms/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { untilVisitStored, vaultRowsOf, visitsIn, type Table } from '#tests/support/tablet/vault-rows.ts';
import { arrive } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 });

const PERSON = { firstName: 'Ottilie', lastName: 'Demo-Offline', dateOfBirth: '1948-05-06' };

let profile: Profile;
let page: Page;
let caller: Caller;
let made: MadeCase;
/** Another form: its signer does not agree. */
let refused: MadeCase;
/** A third: its signature arrives, and the answer does not. */
let unanswered: MadeCase;
/** A fourth: the page is loaded again while its signature is on the way. */
let reloaded: MadeCase;
/** Two more: their signer is another person. */
const strange: MadeCase[] = [];

const stage = openStage(async ({ server, browser }) => {
  caller = await callerAs(server.origin);
  made = await makeCase(server.origin, caller, { person: PERSON, until: 'ready' });
  refused = await makeCase(server.origin, caller, { person: { ...PERSON, firstName: 'Orla' }, until: 'ready' });
  unanswered = await makeCase(server.origin, caller, { person: { ...PERSON, firstName: 'Olga' }, until: 'ready' });
  reloaded = await makeCase(server.origin, caller, { person: { ...PERSON, firstName: 'Oriel' }, until: 'ready' });
  for (const firstName of ['Odile', 'Orsina'])
    strange.push(await makeCase(server.origin, caller, { person: { ...PERSON, firstName }, until: 'ready' }));
  profile = await openProfile(browser, { provoked: [/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED)/, /status of 40[13]/] });
  // Leaving a form that is being read asks first.
  profile.context.on('dialog', (dialog) => void dialog.accept());
  page = await profile.context.newPage();
});
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const details = async ({ recordID }: MadeCase) => (await caller.ask('recordDetails', { id: recordID })).data;
const openCase = async ({ recordID }: MadeCase) => {
  await page.goto(`${stage.server.origin}/consent?id=${recordID}`);
  await heading(page, /^Consent, version/).waitFor();
};

/** From the case's screen, without a network, to the first page of the patient. */
async function handOver(): Promise<void> {
  await page.getByRole('button', { name: /^Hand the tablet/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over now' }).click();
  await heading(page, 'Is this you?').waitFor();
}

const rowsIn = (table: Table) => vaultRowsOf(page, table);
const idsIn = async (table: 'patients' | 'consents') => (await rowsIn(table)).map(({ id }) => id);
/** Closes the tab, so that its keys are gone and a new one knows the tablet alone. @returns the new tab, at the signer's page */
async function afterKill(killed: Page): Promise<Page> {
  const next = await profile.context.newPage();
  await killed.close();
  await next.goto(`${stage.server.origin}/consent/handover`);
  return next;
}
/** The pixels of the signature pad, as a digest; empty for a blank pad. */
const inkOn = (tab: Page): Promise<string> =>
  tab.locator('.pad canvas').evaluate(async (canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
    if (pixels.every((each) => each === 0)) return '';
    return String(new Uint32Array(await crypto.subtle.digest('SHA-256', new Uint8ClampedArray(pixels)))[0]);
  });
/** Share of the pad that ink covers. */
const inkShare = (tab: Page): Promise<number> =>
  tab.locator('.pad canvas').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
    return pixels.filter((value, at) => at % 4 === 3 && value > 0).length / (canvas.width * canvas.height);
  });
const inkHere = async () => (await rowsIn('blobs')).map(({ state }) => state);

test('what the clinician looks at with a network is kept for later', { tags: ['smoke'] }, async () => {
  await arrive(page, stage.server.origin);
  for (const each of [refused, made]) {
    await openCase(each);
    await expect.poll(() => idsIn('consents'), { timeout: 15_000 }).toContain(each.consentID);
    await expect.poll(() => idsIn('patients'), { timeout: 15_000 }).toContain(each.patientID);
  }
  await profile.context.setOffline(true);
});

test('where the browser passes no keys on, the dialog says so before a handover starts, and what to do', async () => {
  await page.evaluate(() => {
    const { postMessage } = ServiceWorker.prototype;
    ServiceWorker.prototype.postMessage = () => {
      throw new DOMException('A CryptoKey object could not be cloned.', 'DataCloneError');
    };
    addEventListener('keys-pass', () => Object.assign(ServiceWorker.prototype, { postMessage }), { once: true });
  });
  await page.getByRole('button', { name: /^Hand the tablet/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Hand the tablet over with the network').waitFor();
  expect(await dialog.getByRole('button', { name: 'Hand over now' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.evaluate(() => dispatchEvent(new Event('keys-pass')));
});

test('without a network the tablet is handed over, and the patient reads, answers and draws', { tags: ['smoke'] }, async () => {
  await handOver();
  await press(page, 'Yes, this is me', 'What is planned');
  for (;;) {
    const h1 = await page.getByRole('heading', { level: 1 }).textContent();
    if (h1 === 'What matters to you?') break;
    const step = await page.locator('.step').textContent();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.waitForFunction((before) => document.querySelector('.step')?.textContent !== before, step);
  }
  await page.getByLabel('What matters to me').fill('Seeing the garden');
  await press(page, 'Continue', 'Other things we need to ask');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await press(page, 'Leave it for now', 'Do you have a question?');
  await page.getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue', 'Check before you sign');
  await page.getByText('Seeing the garden').waitFor();
  await press(page, 'Continue', 'Sign to say you agree');
  await drawSignature(page);
});

test(
  'a reload without a network opens the same page with the same ink, and no question; the words typed are there too',
  { tags: ['smoke'] },
  async () => {
    const written = await inkShare(page);
    expect(written).toBeGreaterThan(0);
    await untilVisitStored(page);
    await page.reload();
    await heading(page, 'Sign to say you agree').waitFor();
    // Ink is a little thinner while it is drawn than when it is drawn again from its points.
    await expect.poll(async () => Math.abs((await inkShare(page)) / written - 1)).toBeLessThan(0.1);
    const drawn = await inkOn(page);
    // Other addresses lead to the same place.
    await page.goto(`${stage.server.origin}/patient`);
    await heading(page, 'Sign to say you agree').waitFor();
    await expect.poll(() => inkOn(page)).toBe(drawn);
    await press(page, 'Back', 'Check before you sign');
    await page.getByText('Seeing the garden').waitFor();
    await untilVisitStored(page);
    await page.reload();
    await heading(page, 'Check before you sign').waitFor();
    await page.getByText('Seeing the garden').waitFor();
    await press(page, 'Continue', 'Sign to say you agree');
    await expect.poll(() => inkOn(page)).toBe(drawn);
  },
);

test(
  'a tab that was killed has no keys: the clinician’s password opens the same page with the same ink',
  { tags: ['smoke'] },
  async () => {
    const drawn = await inkOn(page);
    await untilVisitStored(page);
    expect(await visitsIn(page)).toBe(1);
    page = await afterKill(page);
    await heading(page, 'This form was interrupted').waitFor();
    expect(await page.getByText('Demo-Offline').count()).toBe(0);
    await page.getByLabel('Password').fill('Wrong1!');
    await page.getByRole('button', { name: 'Go on with the form' }).click();
    await page.getByRole('alert').getByText('This is not the password').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Go on with the form' }).click();
    await heading(page, 'Sign to say you agree').waitFor();
    await expect.poll(() => inkOn(page)).toBe(drawn);
  },
);

test('only the clinician’s password leads back, and wrong ones are made to wait', { tags: ['smoke'] }, async () => {
  await page.getByRole('button', { name: 'Staff: take the tablet back' }).click();
  await heading(page, 'Take the tablet back').waitFor();
  for (const guess of ['Wrong1!', 'Wrong2!', 'Wrong3!']) {
    await page.getByLabel('Password').fill(guess);
    await page.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
    await page.getByRole('alert').getByText('This is not the password').waitFor();
  }
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
  await page
    .getByRole('alert')
    .getByText(/^Too many wrong passwords\. Wait \d seconds?/)
    .waitFor();
  await page.waitForTimeout(5000);
  await page.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
  await heading(page, /^Consent, version/).waitFor();
});

test(
  'handed over again, the pad is empty and nothing of what was drawn is left; the patient signs, and the page says where it is',
  { tags: ['smoke'] },
  async () => {
    await handOver();
    await readToSignature(page);
    expect(await inkOn(page)).toBe('');
    await page.getByRole('button', { name: 'I agree and sign', exact: true }).click();
    await page.getByRole('link', { name: 'Please sign in the box' }).waitFor();
    await drawSignature(page);
    await press(page, 'I agree and sign', 'Thank you. You have signed.');
    await page.getByText('Saved on this tablet. It is sent to the hospital when there is a network.').waitFor();
    expect(await inkHere()).toEqual(['queued']);
    expect((await details(made)).consents[0]!.signatures).toEqual([]);
  },
);

test('the clinician takes the tablet back and signs too', { tags: ['smoke'] }, async () => {
  await takeBackAndSign(page);
  expect(await inkHere()).toEqual(['queued', 'queued']);
});

test('Back leads from a case that was taken back to Home, and asks for no password', async () => {
  await page.goBack();
  await heading(page, 'Home').waitFor();
  await page.goForward();
  await heading(page, /^Consent, version/).waitFor();
});

test('another patient does not agree, and that is kept as well', { tags: ['smoke'] }, async () => {
  await page.goto(`${stage.server.origin}/consent?id=${refused.recordID}`);
  // A new page has no keys: the password opens the vault.
  await signIn(page);
  await heading(page, /^Consent, version/).waitFor();
  await handOver();
  await readToSignature(page);
  await press(page, 'I do not agree', 'Do you want to say no?');
  await page.getByLabel('Do you want to tell us why?').fill('I want to wait');
  await press(page, 'I do not want this', 'You have said no');
  await page.getByText('Saved on this tablet.').waitFor();
  await takeBack(page);
});

test('with the network back, one sign-in sends it all, once, and the form is sealed', { tags: ['smoke'] }, async () => {
  await profile.context.setOffline(false);
  await page.goto(`${stage.server.origin}/login`);
  await signIn(page);
  await expect.poll(() => rowsIn('ops'), { timeout: 20_000 }).toEqual([]);
  const { consents, timeline } = await details(made);
  expect(consents[0]).toMatchObject({ status: 'SIGNED', mattersToMe: 'Seeing the garden' });
  expect(consents[0]!.signatures.map(({ role }) => role).toSorted()).toEqual(['CLINICIAN', 'PATIENT']);
  for (const { strokes } of consents[0]!.signatures) expect(strokes?.flat().length).toBeGreaterThan(10);
  expect(timeline.filter(({ type }) => type === 'SIGNED')).toHaveLength(2);
  expect(timeline.filter(({ type }) => type === 'HANDOVER_STARTED')).toHaveLength(2);
  expect((await caller.ask('recordTimeline', { id: made.recordID })).data.chain.ok).toBe(true);
  const no = await details(refused);
  expect(no.consents[0]).toMatchObject({ status: 'DECLINED', patientComments: 'I want to wait', signatures: [] });
  expect(await inkHere()).toEqual([]);
  const pdf = await sealedDocument(stage.server.origin, caller, made);
  expect(new TextDecoder('latin1').decode(pdf.slice(0, 5))).toBe('%PDF-');
});

test('a signature that arrived while its answer was lost is saved on the tablet as well, and counts once', async () => {
  await openCase(unanswered);
  await handOver();
  expect(await page.evaluate(() => JSON.parse(sessionStorage.getItem('assent.ticket') ?? '{}').ticket)).toMatch(/^t_/);
  await readToSignature(page);
  await drawSignature(page);
  await page.route('**/api/record/sign', async (route) => {
    await route.fetch();
    await route.abort('connectionfailed');
  });
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  await page.getByText('Saved on this tablet.').waitFor();
  await page.unroute('**/api/record/sign');
  expect((await details(unanswered)).consents[0]!.signatures).toHaveLength(1);
  expect(await inkHere()).toEqual(['queued']);
  await takeBack(page);
  await expect.poll(() => rowsIn('ops'), { timeout: 20_000 }).toEqual([]);
  const { consents, timeline } = await details(unanswered);
  expect(consents[0]!.signatures).toHaveLength(1);
  expect(timeline.filter(({ type }) => type === 'SIGNED')).toHaveLength(1);
  expect(await inkHere()).toEqual([]);
});

test('a page that is loaded again while its signature is on the way gives the same one again, which counts once', async () => {
  await openCase(reloaded);
  await expect.poll(() => idsIn('consents'), { timeout: 15_000 }).toContain(reloaded.consentID);
  await handOver();
  await readToSignature(page);
  await drawSignature(page);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/record/sign', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The first arrives, and its answer never comes.
    if (keys.length === 1) await route.fetch();
    else await route.abort('connectionfailed');
  });
  await page.route('**/api/consent/details-by-token/*', (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: 'I agree and sign', exact: true }).click();
  await expect.poll(async () => (await details(reloaded)).consents[0]!.signatures.length).toBe(1);
  await untilVisitStored(page);
  await page.reload();
  await heading(page, 'Sign to say you agree').waitFor();
  await expect.poll(() => inkOn(page)).not.toBe('');
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  await page.unroute('**/api/record/sign');
  await page.unroute('**/api/consent/details-by-token/*');
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  await takeBack(page);
  await expect.poll(() => rowsIn('ops'), { timeout: 20_000 }).toEqual([]);
  expect((await details(reloaded)).timeline.filter(({ type }) => type === 'SIGNED')).toHaveLength(1);
});

test.each([
  { at: 0, network: 'gone' },
  { at: 1, network: 'there again, but for what the patient says' },
])(
  'who says “this is not me” after a reload is heard of through the clinician’s password; the network is $network',
  async ({ at }) => {
    const shown = strange[at]!;
    const isGone = at === 0;
    await openCase(shown);
    await expect.poll(() => idsIn('consents'), { timeout: 15_000 }).toContain(shown.consentID);
    await handOver();
    // As where the browser has ended the worker: the page has no keys, and can store nothing by itself.
    await page.evaluate(() => sessionStorage.removeItem('assent.parcel.handover'));
    await page.reload();
    await heading(page, 'Is this you?').waitFor();
    if (isGone) await profile.context.setOffline(true);
    else await page.route('**/api/record/identity', (route) => route.abort('connectionfailed'));
    await press(page, 'No, something is wrong', 'Please give the tablet back to the clinician');
    await takeBack(page);
    await page.getByText('The patient said that the details are wrong').first().waitFor();
    if (isGone) {
      expect(await rowsIn('ops')).toHaveLength(1);
      // The session from before the handover goes on, and sends: nobody signs in.
      await profile.context.setOffline(false);
    } else await page.unroute('**/api/record/identity');
    await expect.poll(() => rowsIn('ops'), { timeout: 20_000 }).toEqual([]);
    expect((await details(shown)).timeline.filter(({ type }) => type === 'IDENTITY_REFUSED')).toHaveLength(1);
  },
);
