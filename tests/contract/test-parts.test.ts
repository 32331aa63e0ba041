import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PARTS, PUSH, PUSH_FILES } from '../../scripts/test-parts.mjs';

const root = path.resolve(import.meta.dirname, '..');
const files = fs
  .readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^journeys\/.*\.test\.ts$|\.browser\.test\.tsx?$/.test(file))
  .map((file) => `tests/${file}`);
const rounds = (from: (typeof PUSH)[number]) => from.filter(({ projects }) => projects.includes('browser'));

test('every file with a browser runs on each push or with a part of the full suite', () => {
  const filters = rounds(Object.values(PARTS).flatMap((part) => part.rounds)).flatMap((round) => round.files ?? []);
  const isOfPart = (file: string) => filters.some((filter) => file.includes(filter));
  expect(files.filter((file) => !PUSH_FILES.includes(file) && !isOfPart(file))).toEqual([]);
});

test('every file that a round names is there', () => {
  const named = rounds([...PUSH.flat(), ...Object.values(PARTS).flatMap((part) => part.rounds)]).flatMap(
    ({ files: own = [] }) => own,
  );
  expect(named.filter((filter) => !files.some((file) => file.includes(filter)))).toEqual([]);
  expect(PUSH_FILES.filter((file) => !files.includes(file))).toEqual([]);
});

test('each file of the smoke has a test of its own on each push', () => {
  const smoke = rounds(PUSH.flat()).flatMap(({ isSmoke, files: own = [] }) => (isSmoke === true ? own : []));
  const tagged = (filter: string) =>
    files.some(
      (file) => file.includes(filter) && fs.readFileSync(path.join(root, '..', file), 'utf8').includes("tags: ['smoke']"),
    );
  expect(smoke.length).toBeGreaterThan(0);
  expect(smoke.filter((filter) => !tagged(filter))).toEqual([]);
});
