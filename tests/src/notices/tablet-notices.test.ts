import { formalName } from '#domain/patients/patient-name.ts';
import { unsentAgeText } from '#src/notices/unsent-age-text.ts';
import { clockStep, clockNoticeWords } from '#src/notices/clock-notice.ts';
import { installHint } from '#src/tablet/install-hint.ts';
import { dataLossText, lostPatientTexts } from '#src/notices/data-loss-text.ts';
import { expect, test } from 'vitest';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

test('a clock that is wrong by up to ten minutes is nobody’s business', () => {
  for (const offset of [0, 10 * MINUTE, -10 * MINUTE]) expect(clockStep(null, offset)).toBeNull();
});

test('a wrong clock is told once for each change of it', () => {
  expect(clockStep(null, 11 * MINUTE)).toBe('show');
  expect(clockStep(11 * MINUTE, 11 * MINUTE + 900)).toBeNull();
  expect(clockStep(11 * MINUTE, 70 * MINUTE)).toBe('show');
  expect(clockStep(70 * MINUTE, -70 * MINUTE)).toBe('show');
  expect(clockStep(70 * MINUTE, 0)).toBe('hide');
});

test('how wrong a clock is is said in plain words', () => {
  expect(clockNoticeWords(25 * MINUTE)).toContain('25 minutes slow');
  expect(clockNoticeWords(-180 * MINUTE)).toContain('3 hours fast');
  expect(clockNoticeWords(3 * DAY)).toContain('3 days slow');
});

const waiting = { unsent: 3, since: '2026-08-06T14:05:00.000Z', timeZone: 'Europe/London' };
const since = Date.parse(waiting.since);

test('what waits for a day is warned of, with the time of the oldest', () => {
  expect(unsentAgeText(waiting, since + DAY - 1)).toBeNull();
  expect(unsentAgeText(waiting, since + DAY)).toBe(
    '3 items have not been sent for more than 24 hours, the oldest since 6 August 2026, 15:05 BST. Please connect this tablet to the network.',
  );
  expect(unsentAgeText({ ...waiting, unsent: 1 }, since + DAY)).toContain(
    '1 item has not been sent for more than 24 hours, since 6 Aug',
  );
});

test('a time that cannot be read warns of nothing', () => {
  expect(unsentAgeText({ ...waiting, since: '' }, since)).toBeNull();
});

const tab = { isInstalled: false, isAppleTouch: false, canInstall: false, lastShownAt: null };

test('an installed app gives no hint how to install it', () => {
  expect(installHint({ ...tab, isInstalled: true, isAppleTouch: true, canInstall: true }, DAY)).toBeNull();
});

test('the browser’s own offer is made once', () => {
  expect(installHint({ ...tab, canInstall: true }, DAY)).toBe('offer');
  expect(installHint({ ...tab, canInstall: true, lastShownAt: 0 }, 100 * DAY)).toBeNull();
});

test('an iPad’s tab is told of the home screen, again after a week', () => {
  const ipad = { ...tab, isAppleTouch: true };
  expect(installHint(ipad, DAY)).toBe('home-screen');
  expect(installHint({ ...ipad, lastShownAt: DAY }, 7 * DAY)).toBeNull();
  expect(installHint({ ...ipad, lastShownAt: DAY }, 8 * DAY)).toBe('home-screen');
  expect(installHint(tab, DAY)).toBeNull();
});

test('it is said how many items may be lost, and when nobody knows', () => {
  expect(dataLossText(3)).toBe('3 items that were waiting to be sent may be lost.');
  expect(dataLossText(1)).toMatch(/^1 item that was/);
  expect(dataLossText(0)).toContain('nothing should be lost');
  expect(dataLossText(null)).toContain('not known');
});

test('what may be lost is named by patient, as far as the names are known', () => {
  const patient = { firstName: 'Amber', lastName: 'Demo-Rowan' };
  expect(
    lostPatientTexts([
      { patient: null, items: 1 },
      { patient, items: 2 },
    ]),
  ).toEqual([`${formalName(patient)}: 2 items`, 'Of a patient whose name is not known here: 1 item']);
});
