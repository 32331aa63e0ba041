import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { HANDWRITING, SCREENS } from '#tests/support/browser/browser.ts';
import { heading, press, readToSignature } from '#tests/support/browser/journey.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { aClinician, drawInPad, handOverTo, type Handed, type Staff } from './handed-over.ts';

let staff: Staff;
const stage = openStage(async ({ server }) => {
  staff = await aClinician(server.origin);
});

/** A new form, read up to the signature page. */
async function atSignature(provoked: readonly RegExp[] = []) {
  const handed = await staff.form();
  const tablet = await handOverTo(stage.browser, { origin: stage.server.origin, handed, screen: { provoked } });
  await readToSignature(tablet.page);
  return { ...tablet, handed };
}

const signaturesOf = async ({ recordID }: Handed) =>
  (await staff.ask('recordDetails', { id: recordID })).data.consents[0]?.signatures;
const accept = (page: Page) => page.getByRole('button', { name: 'I agree and sign', exact: true });

/** The pixels of the pad that are ink, their share in thousandths, and its centre in shares of the pad. */
function ink(page: Page) {
  return page.locator('.pad canvas').evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error('The pad has no canvas');
    const { width, height } = canvas;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    let [count, sumX, sumY] = [0, 0, 0];
    for (let at = 3; at < pixels.length; at += 4)
      if ((pixels[at] ?? 0) > 128) {
        count += 1;
        sumX += (((at - 3) / 4) % width) / width;
        sumY += Math.floor((at - 3) / 4 / width) / height;
      }
    return { count, share: Math.round((1000 * count) / (width * height)), x: sumX / count, y: sumY / count };
  });
}

test('a tablet that is turned, and turned again, keeps the signature, and it can be gone on with', async () => {
  const { page, handed, context, expectQuiet } = await atSignature();
  await drawInPad(page, [HANDWRITING[0]]);
  const before = await ink(page);
  for (const size of [
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(() => ink(page).then(({ share }) => share)).toBeGreaterThan(0);
    const turned = await ink(page);
    expect(Math.abs(turned.x - before.x)).toBeLessThan(0.02);
    expect(Math.abs(turned.y - before.y)).toBeLessThan(0.02);
  }
  await drawInPad(page, [HANDWRITING[1]]);
  await accept(page).click();
  await heading(page, 'Thank you. You have signed.').waitFor();
  const [signature] = (await signaturesOf(handed)) ?? [];
  expect(signature).toMatchObject({ role: 'PATIENT', method: 'DRAWN', name: 'Amber Demo-Rowan' });
  expect(signature?.strokes).toHaveLength(2);
  const [first, second] = signature?.strokes ?? [];
  expect(first?.[0]?.x).toBeCloseTo(0.12, 1);
  expect(second?.[0]?.x).toBeCloseTo(0.5, 1);
  expect(second?.[0]?.t).toBeGreaterThan(first?.at(-1)?.t ?? Number.POSITIVE_INFINITY);
  expectQuiet();
  await context.close();
});

test('a keyboard that pushes the page together, and a look at the page before, keep the signature', async () => {
  const { page, context } = await atSignature();
  await drawInPad(page, HANDWRITING);
  const before = await ink(page);
  await page.setViewportSize({ width: 768, height: 520 });
  await page.setViewportSize({ width: 768, height: 1024 });
  expect(await ink(page)).toEqual(before);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await heading(page, 'Check before you sign').waitFor();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  // A line that is drawn anew differs in a few of its thousands of pixels from the one that was drawn by hand.
  const isAsBefore = (count: number) => Math.abs(count - before.count) <= before.count / 100;
  await expect.poll(() => ink(page).then(({ count }) => count)).toSatisfy(isAsBefore);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => ink(page).then(({ count }) => count)).toSatisfy(isAsBefore);
  await context.close();
});

test('Undo takes the last line and Clear takes all', async () => {
  const { page, context } = await atSignature();
  await drawInPad(page, [HANDWRITING[0]]);
  const one = await ink(page);
  await drawInPad(page, [HANDWRITING[1]]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => ink(page).then(({ share }) => share)).toBe(one.share);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => ink(page).then(({ share }) => share)).toBe(0);
  await context.close();
});

test('a blank pad and a dot are refused on the page, with a summary in focus that leads to the pad', async () => {
  const { page, handed, context } = await atSignature();
  await accept(page).click();
  await page.getByRole('alert').getByText('There is a problem').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
  expect(await page.title()).toBe('Error: Sign to say you agree – Your consent form');
  await page.getByRole('link', { name: 'Please sign in the box' }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('strokes');
  expect(new URL(page.url()).hash).toBe('');
  const before = await page.locator('#strokes').boundingBox();
  await drawInPad(page, [[[0.5, 0.5]]]);
  // Struck through, and the pad stays under the pen.
  const line = () => page.locator('a[href="#strokes"]').evaluate((link) => getComputedStyle(link).textDecorationLine);
  await expect.poll(line).toBe('line-through');
  expect(await page.locator('#strokes').boundingBox()).toEqual(before);
  await accept(page).click();
  await page.getByRole('link', { name: 'There is too little in the box. Please sign with a longer line' }).waitFor();
  expect(await signaturesOf(handed)).toEqual([]);
  await context.close();
});

test('a second tap sends nothing', async () => {
  const { page, handed, context, expectQuiet } = await atSignature();
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith('/api/record/sign') ? 1 : 0));
  await drawInPad(page, HANDWRITING);
  await accept(page).dblclick();
  await heading(page, 'Thank you. You have signed.').waitFor();
  expect(sent).toBe(1);
  expect(await signaturesOf(handed)).toHaveLength(1);
  expectQuiet();
  await context.close();
});

test('when the reply is lost the page says that it does not know, and a repeat signs once', { tags: ['smoke'] }, async () => {
  const { page, handed, context } = await atSignature([/ERR_FAILED/]);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/record/sign', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    // The server has it; its answer never arrives.
    await route.fetch();
    return route.abort();
  });
  await drawInPad(page, HANDWRITING);
  await accept(page).click();
  await page.getByText('We do not know yet if it was sent').waitFor();
  expect(await heading(page, /Thank you/).count()).toBe(0);
  await accept(page).click();
  await heading(page, 'Thank you. You have signed.').waitFor();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  expect(await signaturesOf(handed)).toHaveLength(1);
  await context.close();
});

test('while a signature is on its way nothing leads off the page, and what is said afterwards is said once', async () => {
  const { page, handed, context, expectQuiet } = await atSignature();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/record/sign', async (route) => {
    await answered;
    await route.continue();
  });
  await drawInPad(page, HANDWRITING);
  await accept(page).click();
  await page.getByRole('button', { name: 'Sending…' }).waitFor();
  for (const name of ['Back', 'I need more time', 'I do not agree', 'Staff: take the tablet back']) {
    const button = page.getByRole('button', { name, exact: true });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.dispatchEvent('click');
  }
  await page.goBack();
  await heading(page, 'Sign to say you agree').waitFor();
  expect(await page.locator('.pad').count()).toBe(1);
  answer();
  await heading(page, 'Thank you. You have signed.').waitFor();
  expect(await page.getByRole('button', { name: 'Staff: take the tablet back' }).getAttribute('aria-disabled')).toBe('false');
  expect(await signaturesOf(handed)).toHaveLength(1);
  expectQuiet();
  await context.close();
});

test('who looks at the page before after a lost reply, and then sends again, sends the same signature', async () => {
  const { page, handed, context } = await atSignature([/ERR_FAILED/]);
  const sent: (string | undefined)[] = [];
  await page.route('**/api/record/sign', async (route) => {
    sent.push(`${route.request().headers()['idempotency-key']} ${route.request().postData()}`);
    await (sent.length > 1 ? route.continue() : route.abort());
  });
  await drawInPad(page, HANDWRITING);
  await accept(page).click();
  await page.getByText('We do not know yet if it was sent').waitFor();
  await press(page, 'Back', 'Check before you sign');
  await press(page, 'Continue', 'Sign to say you agree');
  await accept(page).click();
  await heading(page, 'Thank you. You have signed.').waitFor();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
  expect(await signaturesOf(handed)).toHaveLength(1);
  await context.close();
});

test('who says “I do not agree” after a lost reply learns that the signature counts', async () => {
  const { page, handed, context } = await atSignature([/ERR_FAILED/, /status of 409/]);
  await page.route('**/api/record/sign', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await drawInPad(page, HANDWRITING);
  await accept(page).click();
  await page.getByText('We do not know yet if it was sent').waitFor();
  await page.getByRole('button', { name: 'I do not agree', exact: true }).click();
  await page.getByRole('button', { name: 'I do not want this', exact: true }).click();
  await heading(page, 'Thank you. You have signed.').waitFor();
  expect(await signaturesOf(handed)).toHaveLength(1);
  await context.close();
});

test('pad and all answers are in sight together in every size of text, on a phone when the pad is reached', async () => {
  const { page, context } = await atSignature();
  const edges = async (selector: string) => {
    const { x = NaN, y = NaN, width = NaN, height = NaN } = (await page.locator(selector).boundingBox()) ?? {};
    return { left: x, top: y, right: x + width, bottom: y + height, width };
  };
  for (const [text, size] of [1, 2, 3].flatMap((each) => Object.values(SCREENS).map((screen) => [each, screen] as const))) {
    const at = `text ${text}, ${size.width}`;
    await page.setViewportSize(size);
    await page
      .locator('.sizes button')
      .nth(text - 1)
      .click();
    const isPhone = size.width < 700;
    // Below the line of the name, which stays in sight.
    if (isPhone) await page.locator('.pad').evaluate((pad) => scrollBy(0, pad.getBoundingClientRect().top - 80));
    const [pad, ways, foot, statement] = [
      await edges('.pad'),
      await edges('.ways'),
      await edges('.actions'),
      await edges('.statement'),
    ];
    expect(pad.bottom, `${at}: pad above the answers`).toBeLessThanOrEqual(foot.top);
    expect(foot.bottom, `${at}: answers in sight`).toBeLessThanOrEqual(size.height);
    expect(pad.top, `${at}: whole pad in sight`).toBeGreaterThanOrEqual(isPhone ? 60 : 0);
    expect(pad.width, `${at}: the pad is large`).toBeGreaterThan(isPhone ? size.width * 0.82 : 650);
    const isBeside = ways.left >= pad.right || ways.bottom <= pad.top;
    expect(isBeside && statement.bottom <= Math.min(pad.top, ways.top), `${at}: nothing lies over another`).toBe(true);
    expect(Math.max(pad.right, ways.right, statement.right), `${at}: nothing beside the screen`).toBeLessThanOrEqual(size.width);
  }
  await context.close();
});

test('large letters fold what is signed to its first lines, and one tap shows all of it', async () => {
  const { page, context } = await atSignature();
  const words = page.locator('.statement p');
  const isCut = () => words.evaluate((element) => element.scrollHeight > element.clientHeight + 1);
  const all = page.getByRole('button', { name: 'Read all', exact: true });
  expect([await isCut(), await all.isVisible()]).toEqual([false, false]);
  await page.locator('.sizes button').nth(2).click();
  expect(await isCut()).toBe(true);
  await all.click();
  expect([await isCut(), await all.isVisible()]).toEqual([false, false]);
  await context.close();
});

test('another signature after a lost reply never makes two', async () => {
  const { page, handed, context } = await atSignature([/ERR_FAILED/, /status of 409/]);
  let sent = 0;
  await page.route('**/api/record/sign', async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await drawInPad(page, HANDWRITING);
  await accept(page).click();
  await page.getByText('We do not know yet if it was sent').waitFor();
  await page.getByRole('radio', { name: 'Type my name' }).check();
  await page.getByLabel('Your name').fill('Amber');
  await accept(page).click();
  await page.getByText('Then press the button again.').first().waitFor();
  await accept(page).click();
  await heading(page, 'Thank you. You have signed.').waitFor();
  expect((await signaturesOf(handed))?.map(({ method }) => method)).toEqual(['DRAWN']);
  await context.close();
});

test('without a network the signature stays, nothing says that it was sent, and it goes when the network is back', async () => {
  const { page, handed, context } = await atSignature([/ERR_INTERNET_DISCONNECTED/]);
  await drawInPad(page, HANDWRITING);
  const before = await ink(page);
  await context.setOffline(true);
  await accept(page).click();
  await page.getByText('There is no network. Your signature is still here; it was not sent.').waitFor();
  expect(await ink(page)).toEqual(before);
  expect(await signaturesOf(handed)).toEqual([]);
  await context.setOffline(false);
  await accept(page).click();
  await heading(page, 'Thank you. You have signed.').waitFor();
  expect(await signaturesOf(handed)).toHaveLength(1);
  await context.close();
});

const WITNESS = { name: 'Demo Nurse', role: 'nurse' };
test.each([
  { way: 'Type my name', expected: { method: 'TYPED', typedName: 'Amber D. Rowan', name: 'Amber D. Rowan', witness: null } },
  { way: 'Make a mark', expected: { method: 'MARK_WITNESSED', typedName: null, witness: WITNESS } },
  { way: 'Say it', expected: { method: 'VERBAL_WITNESSED', strokes: null, witness: WITNESS } },
])('$way signs as well as drawing, by keyboard where nothing is drawn', async ({ way, expected }) => {
  const { page, handed, context, expectQuiet } = await atSignature();
  await page.getByRole('radio', { name: way }).check();
  if (way === 'Type my name') await page.getByLabel('Your name').fill('Amber D. Rowan');
  else {
    if (way === 'Make a mark')
      await drawInPad(page, [
        [
          [0.4, 0.4],
          [0.6, 0.6],
        ],
      ]);
    await page.getByLabel('Name of your witness').fill(WITNESS.name);
    await page.getByLabel('Who is your witness?').fill(WITNESS.role);
  }
  await accept(page).press('Enter');
  if (way === 'Type my name') {
    // Its middle name stands on no form: asked about once.
    await page.getByText('Then press the button again.').first().waitFor();
    await accept(page).press('Enter');
  }
  await heading(page, 'Thank you. You have signed.').waitFor();
  expect((await signaturesOf(handed))?.[0]).toMatchObject(expected);
  expectQuiet();
  await context.close();
});

test('a form whose words were changed on the way is not signed', async () => {
  const handed = await staff.form();
  const { page, context } = await handOverTo(stage.browser, { origin: stage.server.origin, handed });
  await page.route('**/api/consent/details-by-token/*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"side":"RIGHT"', '"side":"LEFT"') });
  });
  await page.reload();
  await heading(page, 'The form has changed since it was shown').waitFor();
  expect(await page.getByRole('button', { name: 'Yes, this is me' }).count()).toBe(0);
  await page.unroute('**/api/consent/details-by-token/*');
  await page.getByRole('button', { name: 'Show the form again' }).click();
  await heading(page, 'Is this you?').waitFor();
  await context.close();
});

test('a form that belongs to another ticket is not shown', async () => {
  const [handed, other] = [await staff.form(), await staff.form({ mattersToMe: 'The words of another patient' })];
  const { page, context } = await handOverTo(stage.browser, { origin: stage.server.origin, handed });
  await page.route('**/api/consent/details-by-token/*', async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(handed.ticket, other.ticket) });
    await route.fulfill({ response });
  });
  await page.reload();
  await heading(page, 'Ask the clinician').waitFor();
  expect(await page.getByRole('button', { name: 'Yes, this is me' }).count()).toBe(0);
  await page.unroute('**/api/consent/details-by-token/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading(page, 'Is this you?').waitFor();
  await context.close();
});
