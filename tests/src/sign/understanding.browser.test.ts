import { expect, test } from 'vitest';
import { OWN_NAMES } from '#domain/values/patient-languages.ts';
import { understandingOf } from '#domain/library/understanding.ts';
import { welsh } from '#src/sign/texts/cy/dictionary.ts';
import { violations } from '#tests/support/people/access.ts';
import { heading, press, readUntil } from '#tests/support/browser/journey.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { aClinician, handOverTo, type Handed, type Staff } from './handed-over.ts';

const FIRST = 'What will be done? (Demonstration question)';

let staff: Staff;
let procedureID: string;
const stage = openStage(
  async ({ server }) => {
    staff = await aClinician(server.origin);
    procedureID = (await staff.ask('procedureGet', { search: 'hernia' })).data.records[0]!.procedureID;
  },
  { hasOwnServer: true, settings: { patientLanguages: ['cy'] } },
);

async function aTablet(provoked: RegExp[] = []) {
  const handed = await staff.form({ procedures: [{ procedureID, side: 'LEFT', site: 'groin' }] });
  return { handed, ...(await handOverTo(stage.browser, { origin: stage.server.origin, handed, screen: { provoked } })) };
}

async function answersOf({ recordID, consentID }: Handed) {
  const { timeline } = (await staff.ask('recordDetails', { id: recordID })).data;
  return {
    events: timeline.filter(({ type }) => type === 'UNDERSTANDING_CHECKED').length,
    results: understandingOf(timeline, consentID).flatMap(({ results }) => results.map(({ outcome }) => outcome)),
  };
}

test('who stops after a wrong answer has given it: it is sent once, and the answers that follow count instead', async () => {
  const { page, handed, context, expectQuiet } = await aTablet();
  await press(page, 'Yes, this is me', 'What is planned');
  await readUntil(page, FIRST);
  await page.getByRole('radio', { name: 'A hip is replaced' }).check();
  await press(page, 'Continue', 'Let us look at this again');
  expect(await answersOf(handed)).toEqual({ events: 0, results: [] });
  await press(page, 'Stop here', 'Do you want to stop here?');
  await expect.poll(() => answersOf(handed)).toEqual({ events: 1, results: ['WRONG'] });
  await press(page, 'Back', FIRST);
  await press(page, 'Stop here', 'Do you want to stop here?');
  await press(page, 'Back', FIRST);
  await page.getByRole('radio', { name: 'The weak place in the groin is closed' }).check();
  await press(page, 'Continue', /^What else/);
  await press(page, 'Staff: take the tablet back', 'Take the tablet back');
  await expect.poll(() => answersOf(handed)).toEqual({ events: 2, results: ['RIGHT'] });
  expectQuiet();
  await context.close();
});

test('questions that cannot be loaded keep nobody from the pages behind them', async () => {
  const { page, context } = await aTablet([/ERR_FAILED/]);
  await context.route(/\/UnderstandingPage-/, (route) => route.abort());
  await press(page, 'Yes, this is me', 'What is planned');
  const passed = await readUntil(page, 'What matters to you?');
  for (let nth = 0; nth < 2; nth += 1) {
    await press(page, 'Back', passed.at(-1)!);
    await press(page, 'Continue', 'What matters to you?');
  }
  await context.close();
});

test('on a page in another language the questions are marked as English, and a sentence says so; to skip is as easy', async () => {
  const { page, context } = await aTablet();
  await press(page, 'Yes, this is me', 'What is planned');
  await readUntil(page, FIRST);
  await page.getByRole('button', { name: OWN_NAMES.cy }).click();
  await page.getByText(welsh.about.inEnglish).waitFor();
  expect(await heading(page, FIRST).getAttribute('lang')).toBe('en-GB');
  expect(await page.locator('label bdi[lang="en-GB"]').count()).toBeGreaterThan(1);
  expect(await violations(page)).toEqual([]);
  await shot(page, 'understanding-welsh');
  await page.getByRole('radio', { name: welsh.understanding.skip }).check();
  await context.close();
});
