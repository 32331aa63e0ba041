import { expect, test } from 'vitest';
import { isNhsEmail, nhsEmailRule } from '#domain/accounts/nhs-email.ts';

test('the rule is told in the specification’s words', () => {
  expect(nhsEmailRule('Email')).toBe('The Email must be NHS email');
});

test.each(['maple@nhs.net', 'maple@demo.nhs.uk', 'maple@deep.demo.nhs.uk', '"a@b"@demo.nhs.uk'])('%s is of the NHS', (email) =>
  expect(isNhsEmail(email, 'nhs.net')).toBe(true),
);

test.each([
  'maple@evilnhs.uk',
  'maple@nhs.uk',
  'maple@nhs.uk.example.com',
  'maple@demo.nhs.uk.example.com',
  'maple@sub.nhs.net',
  'maple@evilnhs.net',
  'demo.nhs.uk@example.com',
  'maple@demo.nhs.uk@example.com',
  'maple@demonhs.uk',
  'maple',
])('%s is not', (email) => expect(isNhsEmail(email, 'nhs.net')).toBe(false));

test('the configured host counts instead of the usual one', () => {
  expect(isNhsEmail('maple@hospital.example', 'hospital.example')).toBe(true);
  expect(isNhsEmail('maple@nhs.net', 'hospital.example')).toBe(false);
});
