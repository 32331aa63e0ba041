import { expect, test } from 'vitest';
import { INITIAL_VISIT } from '#src/sign/visit.ts';
import type { FormInput } from '#src/sign/form-input.ts';
import { withoutField, withoutMended } from '#src/sign/mended-problems.ts';

const { input } = INITIAL_VISIT;

test.each<[string, Partial<FormInput>]>([
  ['typedName', { typedName: 'A' }],
  ['witness.name', { witnessName: 'A' }],
  ['witness.role', { witnessRole: 'nurse' }],
  ['witness.method', { witnessBy: 'DRAWN' }],
  ['witness.strokes', { witnessBy: 'TYPED' }],
  ['witness.typedName', { witnessTyped: 'A' }],
  ['asks', { asks: true }],
  ['text', { question: 'Will it hurt?' }],
  ['text', { asks: false }],
  ['mattersToMe', { matters: 'My garden' }],
  ['reason', { words: 'No' }],
  ['comments', { words: 'Later' }],
  ['comments', { comments: 'Two words had no equal' }],
])('the problem of %s goes with the change that mends it, and no other', (field, change) => {
  const others = [{ message: 'There is no network' }, { field: 'something else', message: 'Wrong' }];
  const problems = [{ field, message: 'Missing' }, ...others];
  expect(withoutMended(problems, input, { ...input, ...change })).toEqual(others);
  expect(withoutMended(problems, input, { ...input })).toBe(problems);
});

test('a password that is typed anew takes its problem with it, and leaves that of the email', () => {
  const problems = [
    { field: 'email', message: 'Enter your email' },
    { field: 'password', message: 'Enter your password' },
  ];
  expect(withoutField(problems, 'password')).toEqual(problems.slice(0, 1));
  expect(withoutField(problems, 'code')).toBe(problems);
});
