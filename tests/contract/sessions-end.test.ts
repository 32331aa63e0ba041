import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const TESTS = path.resolve(import.meta.dirname, '..');

/** A hook that ends the session after a test or a file, or the tablet that does so itself. */
const ENDS = /^after(?:Each|All)\(.*(?:\n[ \t]+.*)*?\bendSession\(\)|\btabletForTests\(/m;

test('every file of tests that starts a session leaves none to the next file of its worker', () => {
  const files = fs
    .readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('sessions-end'));
  const starts = files.filter((file) => /\bstartSession\(/.test(fs.readFileSync(path.join(TESTS, file), 'utf8')));
  expect(starts.length).toBeGreaterThan(5);
  const left = starts.filter((file) => !ENDS.test(fs.readFileSync(path.join(TESTS, file), 'utf8')));
  expect(left).toEqual([]);
});
