import { EMPTY_PASSWORDS, passwordProblems } from '#src/screens/profile/password-form.ts';
import { expect, test } from 'vitest';

test('an empty change of password says everything that is missing at once', () => {
  expect(passwordProblems(EMPTY_PASSWORDS)).toEqual([
    { field: 'oldPassword', message: 'Enter the current password' },
    { field: 'newPassword', message: 'Enter the new password' },
    { field: 'confirmPassword', message: 'Enter the new password again' },
  ]);
});

test('a weak password is told by the rule itself', () => {
  for (const weak of ['Sh0rt!', 'nocapitals1!', 'NOSMALL1!', 'NoDigits!!', 'NoSymbol11', 'Has a space1!'])
    expect(passwordProblems({ oldPassword: 'x', newPassword: weak, confirmPassword: weak })).toEqual([
      {
        field: 'newPassword',
        message: 'The New Password must be at least 8 characters and must contain one(a-z,A-Z,0-9,@!$#)',
      },
    ]);
});

test('a second typing that differs is told in the specification’s words', () => {
  expect(passwordProblems({ oldPassword: 'x', newPassword: 'Kestrel48!', confirmPassword: 'Kestrel49!' })).toEqual([
    { field: 'confirmPassword', message: 'Confirm password must be same as password' },
  ]);
});

test('a good change has no problems, and a present password is never judged', () => {
  expect(passwordProblems({ oldPassword: 'old', newPassword: 'Kestrel48!', confirmPassword: 'Kestrel48!' })).toEqual([]);
});
