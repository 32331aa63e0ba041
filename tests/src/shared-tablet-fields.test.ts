import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SRC = path.resolve(import.meta.dirname, '../../src');
const files = (folder: string): string[] =>
  fs
    .readdirSync(path.join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name));

/** Each token that a field of these files gives to the stores of the browser. */
function tokensOf(names: readonly string[]): { file: string; token: string }[] {
  return names.flatMap((file) =>
    [...fs.readFileSync(path.join(SRC, file), 'utf8').matchAll(/autoComplete\s*[=:]\s*\{?["']([a-z -]+)["']/g)].map(
      ([, token = '']) => ({
        file,
        token,
      }),
    ),
  );
}

test('no field of the signer’s page asks a store of passwords or names: the tablet is in a patient’s hands', () => {
  const tokens = tokensOf(files('sign'));
  expect(tokens.length).toBeGreaterThan(0);
  expect(tokens.filter(({ token }) => token !== 'off' && token !== 'one-time-code')).toEqual([]);
});

test('the lock of a tablet that was left alone asks no store for the password of its owner, nor for their PIN', () => {
  const lock = files('screens/sign-in').filter((file) => /\/Lock\w*\.tsx$/.test(file));
  expect(tokensOf(lock).toSorted((one, other) => one.file.localeCompare(other.file))).toEqual([
    { file: 'screens/sign-in/LockPassword.tsx', token: 'off' },
    { file: 'screens/sign-in/LockPin.tsx', token: 'off' },
  ]);
});

test('nobody is offered the name of another clinician where a form is signed', () => {
  const own = ['screens/account/ProfileFields.tsx'];
  const names = tokensOf(files('')).filter(({ token }) => /name|nickname/.test(token) && token !== 'username');
  expect(names.filter(({ file }) => !own.includes(file))).toEqual([]);
});

test.each(['sign.html', 'index.html'])('%s is not translated by the browser', (page) => {
  const text = fs.readFileSync(path.join(SRC, page), 'utf8');
  expect(text).toMatch(/<html [^>]*translate="no"/);
  expect(text).toContain('<meta name="google" content="notranslate" />');
});
