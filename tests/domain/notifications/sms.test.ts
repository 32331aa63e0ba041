import { expect, test } from 'vitest';
import { linkSms, longestSms, newsSms, smsPartsOf } from '#domain/notifications/sms.ts';
import { SIGNER_NEWS, SMS_WORDS } from '#domain/notifications/sms-words.ts';
import { PAGE_LANGUAGES, PATIENT_LANGUAGES } from '#domain/values/patient-languages.ts';
import { mobileOf } from '#domain/values/mobile.ts';

test.each([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // Braces take two places each.
  ['{'.repeat(80), 1],
  ['{'.repeat(81), 2],
  ['ش'.repeat(70), 1],
  ['ش'.repeat(71), 2],
  ['ش'.repeat(135), 3],
  // A picture is two places of sixteen bits.
  ['😀'.repeat(35), 1],
  ['😀'.repeat(36), 2],
  // One letter outside of the alphabet makes the whole message one of sixteen bits.
  [`${'a'.repeat(100)}ŵ`, 2],
  ['', 1],
])('%j goes in %i parts', (text, parts) => {
  expect(smsPartsOf(text)).toBe(parts);
});

test.each([
  ['07700 900123', '+447700900123'],
  ['+44 7700 900123', '+447700900123'],
  ['+44 (0)7700 900123', '+447700900123'],
  ['0044 7700 900123', '+447700900123'],
  ['07624 900123', '+447624900123'],
  ['020 7946 0123', null],
  ['01632 960001', null],
  ['070 0123 4567', null],
  ['07600 123456', null],
  ['+1 415 555 0100', null],
  ['07700 90012', null],
  ['', null],
  [null, null],
])('the mobile number of %j is %j', (text, mobile) => {
  expect(mobileOf(text)).toBe(mobile);
});

const FACTS = {
  organisation: 'Demo General Hospital',
  support: '01632 960000 or demo@demo.example',
  url: `https://consent.demo.example/login/${'x'.repeat(45)}`,
};

test('a text message to a form is two parts in English and in Welsh, and three in Arabic', () => {
  const parts = PAGE_LANGUAGES.map((language) =>
    smsPartsOf(linkSms({ ...FACTS, support: '01632 960000', language, until: '2026-08-14', isReminder: false })),
  );
  expect(parts).toEqual([2, 2, 3]);
});

test('each language says the same of each kind of news, with the address that opens the form alone on its line where letters turn', () => {
  for (const language of PATIENT_LANGUAGES) {
    expect(Object.keys(SMS_WORDS[language].news).toSorted()).toEqual([...SIGNER_NEWS].toSorted());
    for (const news of SIGNER_NEWS) {
      const text = newsSms({ ...FACTS, support: '01632 960000', language, news });
      expect(text).toContain('01632 960000');
      expect(text).not.toBe(newsSms({ ...FACTS, support: '01632 960000', language: 'en', news }));
    }
  }
  const arabic = linkSms({ ...FACTS, support: '01632 960000', language: 'ar', until: '2026-08-14', isReminder: true });
  expect(arabic.split('\n')).toContain(FACTS.url);
  expect(arabic).toContain('14 أغسطس 2026');
  // A number whose groups would stand the wrong way round between letters that are read from the right.
  expect(arabic).toContain('\u206801632 960000\u2069');
});

test('the longest text message is that of the longest language', () => {
  const one = { ...FACTS, support: '01632 960000' };
  expect(longestSms({ ...one, languages: ['en'] }).language).toBe('en');
  const { parts, language } = longestSms({ ...one, languages: PAGE_LANGUAGES });
  expect(language).toBe('ar');
  for (const each of PAGE_LANGUAGES)
    for (const news of SIGNER_NEWS) expect(smsPartsOf(newsSms({ ...one, language: each, news }))).toBeLessThanOrEqual(parts);
  // A long name of a hospital in the language of the dearest letters.
  const trust = { ...one, organisation: 'University Hospitals Coventry and Warwickshire NHS Trust' };
  expect(PAGE_LANGUAGES.map((each) => longestSms({ ...trust, languages: [each] }).parts)).toEqual([2, 2, 4]);
});
