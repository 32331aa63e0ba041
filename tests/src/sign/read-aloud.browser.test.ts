import type { BrowserContext, Page } from 'playwright';
import { expect, test } from 'vitest';
import { violations } from '#tests/support/people/access.ts';
import { heading, press } from '#tests/support/browser/journey.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { aClinician, handOverTo, type Staff } from './handed-over.ts';

let staff: Staff;
const stage = openStage(async ({ server }) => {
  staff = await aClinician(server.origin);
});

type Voice = { readonly lang: string; readonly localService: boolean };
const ENGLISH: Voice = { lang: 'en-GB', localService: true };
const POLISH: Voice = { lang: 'pl_PL', localService: true };
const NO_VOICE = 'This tablet has no voice to read aloud';

/** Sentences that the stand-in of the device's speech was given, with the language of the voice. */
type Spoken = { readonly text: string; readonly lang: string };
type Speaking = { spoken: Spoken[]; finish: () => void; cancelled: number };

/** A device with these voices, which says nothing and ends a sentence when the test says so. */
async function withVoices(context: BrowserContext, voices: readonly Voice[]): Promise<void> {
  await context.addInitScript((list) => {
    const state: Speaking = { spoken: [], finish: () => undefined, cancelled: 0 };
    class Utterance extends EventTarget {
      lang = '';
      voice: Voice | null = null;
      rate = 1;
      readonly text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    }
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => list,
      speak: (utterance: Utterance) => {
        state.spoken.push({ text: utterance.text, lang: utterance.voice?.lang ?? 'none' });
        state.finish = () => utterance.dispatchEvent(new Event('end'));
      },
      cancel: () => {
        state.cancelled += 1;
        state.finish = () => undefined;
      },
    });
    Object.defineProperty(globalThis, 'speechSynthesis', { value: speech, configurable: true });
    Object.defineProperty(globalThis, 'SpeechSynthesisUtterance', { value: Utterance, configurable: true });
    Object.assign(globalThis, { speaking: state });
  }, voices);
}

async function aTablet(voices: readonly Voice[], format: 'STANDARD' | 'READ_ALOUD' = 'STANDARD') {
  const { data } = await staff.ask('patientCreate', {
    firstName: 'Amber',
    lastName: 'Demo-Listener',
    dateOfBirth: '1950-03-14',
    communication: { language: 'en', format },
  });
  const handed = await staff.form({ patientID: data.patient.id });
  const tablet = await handOverTo(stage.browser, { origin: stage.server.origin, handed });
  // The page reads its voices when it opens.
  await withVoices(tablet.context, voices);
  await tablet.page.reload();
  await heading(tablet.page, 'Is this you?').waitFor();
  return tablet;
}

const spokenOn = (page: Page) => page.evaluate(() => (globalThis as unknown as { speaking: Speaking }).speaking.spoken);
const finishOn = (page: Page) => page.evaluate(() => (globalThis as unknown as { speaking: Speaking }).speaking.finish());
/** The text that is marked, by the browser's own highlight. */
const markedOn = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get('read-aloud') ?? [])].map((range) => (range instanceof Range ? range.toString() : '')).join(''),
  );
const readButton = (page: Page) => page.getByRole('button', { name: /^(Read aloud|Stop reading)$/ });

test('the page is read sentence by sentence, each marked, by a voice of the tablet, and nothing is sent anywhere', async () => {
  const { page, context, expectQuiet } = await aTablet([{ lang: 'en-US', localService: false }, ENGLISH]);
  await press(page, 'Yes, this is me', 'What is planned');
  const button = readButton(page);
  await button.waitFor();
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await button.focus();
  await page.keyboard.press('Enter');
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  await shot(page, 'read-aloud');
  expect(await violations(page)).toEqual([]);
  const marks: string[] = [];
  for (let at = 0; (await button.getAttribute('aria-pressed')) === 'true'; at += 1) {
    expect(at).toBeLessThan(40);
    marks.push(await markedOn(page));
    await finishOn(page);
  }
  const spoken = await spokenOn(page);
  expect(spoken.length).toBeGreaterThan(5);
  expect(spoken[0]).toEqual({ text: 'What is planned', lang: 'en-GB' });
  expect(new Set(spoken.map(({ lang }) => lang))).toEqual(new Set(['en-GB']));
  const texts = spoken.map(({ text }) => text);
  expect(texts).toContain('The cloudy lens of the eye is taken out through a very small cut.');
  expect(texts).toContain('A clear artificial lens is put in.');
  // The side stands in an element of its own, in the middle of its sentence.
  expect(texts.some((text) => text.startsWith('Cataract surgery with lens implant, RIGHT eye'))).toBe(true);
  expect(texts.filter((text) => /Back|Continue|Step \d/.test(text) && text.length < 20)).toEqual([]);
  expect(marks.map((mark) => mark.replaceAll(/\s+/g, ' '))).toEqual(texts);
  expect(await markedOn(page)).toBe('');
  expect(requests).toEqual([]);
  expectQuiet();
  await context.close();
});

test('another page, and a second press, end the reading and its mark', async () => {
  const { page, context } = await aTablet([ENGLISH]);
  await press(page, 'Yes, this is me', 'What is planned');
  await readButton(page).click();
  expect(await markedOn(page)).not.toBe('');
  await readButton(page).click();
  expect([await readButton(page).getAttribute('aria-pressed'), await markedOn(page)]).toEqual(['false', '']);
  await readButton(page).click();
  const before = (await spokenOn(page)).length;
  await press(page, 'Continue', 'What it is for');
  await expect.poll(() => readButton(page).getAttribute('aria-pressed')).toBe('false');
  expect(await markedOn(page)).toBe('');
  await finishOn(page);
  expect((await spokenOn(page)).length).toBe(before);
  await context.close();
});

test.each([
  ['without a voice for it is left out, and the voice of the page says so once', [ENGLISH], ['en-GB']],
  ['is read by the tablet’s own voice of that language', [ENGLISH, POLISH], ['en-GB', 'pl_PL']],
] as const)('a part in another language %s', async (_, voices, languages) => {
  const { page, context } = await aTablet(voices);
  await press(page, 'Yes, this is me', 'What is planned');
  await page.evaluate(() => {
    const part = document.createElement('p');
    part.lang = 'pl';
    part.textContent = 'To jest soczewka. Jest jasna.';
    document.querySelector('main .page-body h1')?.after(part);
  });
  await readButton(page).click();
  for (let nth = 0; nth < 3; nth += 1) await finishOn(page);
  const spoken = await spokenOn(page);
  expect([...new Set(spoken.map(({ lang }) => lang))]).toEqual(languages);
  const announced = spoken.filter(({ text }) => text === 'A part in Polish is not read: there is no voice for it here.');
  expect(announced.length).toBe(languages.length === 1 ? 1 : 0);
  expect(spoken.some(({ text }) => text === 'Jest jasna.')).toBe(languages.length === 2);
  await context.close();
});

/** Takes all voices but those of a language away, as a device may at any time. */
const keepVoices = (page: Page, kept: string) =>
  page.evaluate((lang) => {
    const voices = speechSynthesis.getVoices();
    voices.splice(0, voices.length, ...voices.filter((each) => each.lang === lang));
  }, kept);

test('a voice that disappears in the middle of a page does not end the reading without a word', async () => {
  const { page, context } = await aTablet([ENGLISH, POLISH]);
  await press(page, 'Yes, this is me', 'What is planned');
  await page.evaluate(() => {
    const part = document.createElement('p');
    part.lang = 'pl';
    part.textContent = 'To jest soczewka. Jest jasna.';
    document.querySelector('main .page-body h1')?.after(part);
  });
  await readButton(page).click();
  await keepVoices(page, ENGLISH.lang);
  await finishOn(page);
  expect((await spokenOn(page)).at(-1)?.text).toBe('A part in Polish is not read: there is no voice for it here.');
  await keepVoices(page, 'none');
  await finishOn(page);
  await page.getByRole('status').filter({ hasText: NO_VOICE }).waitFor();
  expect([await markedOn(page), await readButton(page).count()]).toEqual(['', 0]);
  await context.close();
});

test('where the browser cannot mark a part of the text, its block is marked', async () => {
  const { page, context } = await aTablet([ENGLISH]);
  await page.evaluate(() => Object.defineProperty(globalThis, 'CSS', { value: { supports: () => true } }));
  await readButton(page).click();
  await expect.poll(() => page.locator('.read-aloud').count()).toBe(1);
  await readButton(page).click();
  expect(await page.locator('.read-aloud').count()).toBe(0);
  await context.close();
});

test.each([
  ['none at all', []],
  ['one that sends the text to a server', [{ lang: 'en-GB', localService: false }]],
  ['one of another language', [POLISH]],
] as const)('a tablet whose voice is %s says so to who asked to be read to, and to nobody else', async (_, voices) => {
  for (const format of ['READ_ALOUD', 'STANDARD'] as const) {
    const { page, context } = await aTablet(voices, format);
    const line = page.getByText(NO_VOICE);
    if (format === 'READ_ALOUD') {
      await line.waitFor();
      expect(await violations(page)).toEqual([]);
      await shot(page, 'read-aloud-no-voice');
    } else if (voices.some(({ localService }) => localService)) await line.waitFor();
    else expect(await line.count()).toBe(0);
    expect(await readButton(page).count()).toBe(0);
    expect(await spokenOn(page)).toEqual([]);
    await context.close();
  }
});
