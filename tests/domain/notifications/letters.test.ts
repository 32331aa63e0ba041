import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { DELIVERED_CHANNELS, deliveryWords } from '#domain/notifications/deliveries.ts';
import { WINDOW_LINES_MOST, windowLines } from '#domain/notifications/letter-address.ts';
import { LETTER_WORDS } from '#domain/notifications/letter-words.ts';
import { MESSAGE_DEFAULTS, settingsFaults } from '#domain/organisation/message-settings.ts';
import { LINK_CHANNELS, linkEndOf } from '#domain/signing/link.ts';
import { PAGE_LANGUAGES } from '#domain/values/patient-languages.ts';

test.each([
  ['lines as they are', '12 Demo Road\nDemo Town\nDE2 3MO', ['12 Demo Road', 'Demo Town', 'DE2 3MO']],
  ['one line at its commas', '12 Demo Road, Demo Town,DE2 3MO', ['12 Demo Road', 'Demo Town', 'DE2 3MO']],
  ['commas inside of lines stay', 'Flat 1, Demo House\nDemo Town', ['Flat 1, Demo House', 'Demo Town']],
  [
    'empty lines and commas at their ends go',
    ' 12 Demo Road, \n\n Demo Town,\nDE2 3MO',
    ['12 Demo Road', 'Demo Town', 'DE2 3MO'],
  ],
  ['the middle of too many lines is joined', 'a\nb\nc\nd\ne\nf\ng\nh', ['a', 'b', 'c', 'd, e, f', 'g', 'h']],
])('%s', (_, address, lines) => {
  expect(windowLines('Ada Demo', address)).toEqual(['Ada Demo', ...lines]);
});

test('the window has room for every address, and no word of one is lost', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9]{1,12}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), fc.constantFrom('\n', ', '), (words, between) => {
      const [name, ...lines] = windowLines('Ada Demo', words.join(between));
      expect(name).toBe('Ada Demo');
      expect(lines.length).toBeLessThan(WINDOW_LINES_MOST);
      expect(lines.join(', ').split(', ')).toEqual(words);
    }),
  );
});

test('of a letter nothing says that it was sent; of all else that a service has it does', () => {
  for (const channel of DELIVERED_CHANNELS)
    expect(deliveryWords({ state: 'SENT', reason: null, channel })).toBe(channel === 'LETTER' ? 'Printed' : 'Sent');
  expect(deliveryWords({ state: 'SENT', reason: null })).toBe('Sent');
});

test('a link in a letter works for 28 days, whatever the links of mails do', () => {
  const end = (way: Parameters<typeof linkEndOf>[0]) => linkEndOf(way, { now: 0, linkDays: 14 }) / DAY;
  expect(end('LETTER')).toBe(28);
  expect([...LINK_CHANNELS, 'SMS' as const, 'APP' as const].map(end)).toEqual([14, 1 / 24, 14, 14]);
});

test('letters are switched on without a service', () => {
  const settings = { ...MESSAGE_DEFAULTS, channels: { ...MESSAGE_DEFAULTS.channels, LETTER: 'ON' as const } };
  const has = { govukKey: false, govukBearer: false, nhsApplication: false, nhsKey: false };
  expect(settingsFaults({ settings, has, hasNhsNotify: false })).toEqual([]);
});

test('each language says each sentence, with what it is about', () => {
  for (const language of PAGE_LANGUAGES) {
    const words = LETTER_WORDS[language];
    expect(words.together('Ring 01632 960001')).toContain('Ring 01632 960001');
    expect(words.isItReal('ring 01632 960001', 'C-000417')).toMatch(/01632 960001.*C-000417/u);
    expect(words.comeBack('consent.demo.nhs.uk/my-consent')).toContain('consent.demo.nhs.uk/my-consent');
    for (const each of [words.scan, words.orType, words.code]) expect(each.length).toBeGreaterThan(5);
  }
});
