import * as v from 'valibot';
import { expect, test } from 'vitest';
import { CONFIRM_MISMATCH, NewPassword, passwordRule, EnteredPassword } from '#domain/accounts/password.ts';

const New = NewPassword('New Password');
const faultOf = (schema: v.GenericSchema, given: unknown) =>
  v.safeParse(schema, given, { abortPipeEarly: true }).issues?.[0].message;
const RULE = 'The New Password must be at least 8 characters and must contain one(a-z,A-Z,0-9,@!$#)';

test('the rule is told in the specification’s words, with the name of the field', () => {
  expect(passwordRule('New Password')).toBe(RULE);
  expect(passwordRule('Password')).toBe(RULE.replace('New Password', 'Password'));
  expect(CONFIRM_MISMATCH).toBe('Confirm password must be same as password');
});

test.each(['Maple!Leaf7', 'aB3!aB3!', 'Zq9@Zq9@', 'Zq9$Zq9$', 'Zq9#Zq9#', `Zq9!${'x'.repeat(124)}`])(
  '%s is a good password',
  (given) => expect(v.parse(New, given)).toBe(given),
);

test.each([
  ['aB3!aB3', 'seven characters'],
  ['maple!leaf7', 'no capital'],
  ['MAPLE!LEAF7', 'no small letter'],
  ['Maple!Leaf', 'no digit'],
  ['MapleLeaf77', 'none of @ ! $ #'],
  ['Maple%Leaf7', 'another sign'],
  ['Maple!Leaf7%', 'another sign besides'],
  ['Maple !Leaf7', 'a space'],
  ['Mäple!Leaf7', 'a letter beyond a to z'],
  ['Maple!Leaf٧', 'a digit beyond 0 to 9'],
  ['Maple!Leaf7\n', 'a line break'],
])('%j breaks the rule: %s', (given) => expect(faultOf(New, given)).toBe(RULE));

test('a password is required, text, and at most 128 characters', () => {
  expect(faultOf(New, '')).toBe('Enter the new password');
  expect(faultOf(New, 7)).toBe('The New Password must be text');
  expect(faultOf(New, `Zq9!${'x'.repeat(125)}`)).toBe('The New Password must be at most 128 characters');
});

test.each([
  'Password1!',
  'P@ssw0rd',
  'Passw0rd!',
  'Qwerty123!',
  'Welcome2026!',
  '2026Summer!',
  'Hospital1!',
  'L1verpool!',
  '!Letmein1',
  'P@$$w0rd37',
  '@Dm1n7777',
])('%s passes the rule, and is one that everybody tries first', (given) =>
  expect(faultOf(New, given)).toBe('The New Password is one that many people use. Please choose another.'),
);

test.each(['Summertime!Boat7', 'Demo2026!', 'Adminton!Reef44', 'Secretary!Quilt9'])('%s only begins like a common one', (given) =>
  expect(faultOf(New, given)).toBeUndefined(),
);

test('a password that is typed to prove who somebody is may be any old one, and no message quotes it', () => {
  for (const given of ['short', 'with spaces and ümläuts', ' padded ']) expect(v.parse(EnteredPassword, given)).toBe(given);
  expect(faultOf(EnteredPassword, '')).toBe('Enter your password');
  expect(faultOf(EnteredPassword, 'secret'.repeat(22))).toBe('The Password must be at most 128 characters');
  expect(faultOf(EnteredPassword, { secret: 1 })).toBe('The Password must be text');
});
