import { expect, test } from 'vitest';
import { smsPartsOf } from '#domain/notifications/sms.ts';
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
