import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changedWords } from '../../scripts/changed-words.mjs';
import { collectWords } from '../../scripts/words.mjs';

const rooms = collectWords(path.resolve(import.meta.dirname, '../..'));
const sentences = rooms.flatMap(({ files }) => files.flatMap(({ words }) => words));

/** Earlier names of an act and riddles, each with the words that took its place. */
const OLD_WORDS = [
  [/take back to change|take the form back|take this version back|\brecall/i, 'Change the form'],
  [
    /made ready(?! for signing)|make(?:s|d)? (?:it )?ready(?! for signing)|making it ready(?! for signing)/i,
    'made ready for signing',
  ],
  [/form completed|consent is ready/i, 'made ready for signing'],
  [/nobody fits|no \w+ fits|nothing fits/i, 'No … found'],
  [/stands? (?:in the case|here|there)|will stand\b|it stands\b/i, 'is shown, is listed'],
  [/\bwish(?:es|ed)?(?: to be| for)\b/i, 'asked'],
  [/last told|nothing waited|when it last/i, 'Last contact'],
  [/\bwas kept\b|\bwere kept\b|^- answer kept|signature kept/i, 'saved'],
  [/\bspoken to nobody|somebody must/i, 'a member of staff or a relative'],
  [/gave the tablet away|away from staff/i, 'handed over'],
  [/figure not available/i, 'We do not have a reliable number for this.'],
] as const;

test('sentences are found in every room', () => {
  expect(rooms.filter(({ files }) => files.length === 0)).toEqual([]);
  expect(sentences.length).toBeGreaterThan(1500);
});

test.each(OLD_WORDS)('one act has one name: nothing says %s, which is “%s”', (old) => {
  expect(sentences.filter((sentence) => old.test(sentence))).toEqual([]);
});

test('a change of words names the sentences that came and went, not one that moved to another file', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-words-'));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: root });
  const write = (file: string, ...words: string[]) => {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), words.map((each, at) => `export const words${at} = '${each}';\n`).join(''));
  };
  git('init', '-q');
  write('src/notices/one.ts', 'The form is signed – ready', 'Please try again', 'The tablet is locked');
  write('src/notices/two.ts', 'Nothing is waiting');
  git('add', '.');
  git('commit', '-q', '--no-verify', '-m', 'test: before');
  write('src/notices/one.ts', 'The form is signed – ready', 'The tablet is open');
  write('src/notices/three.ts', 'Please try again');
  write('scripts/three.ts', 'These are words of nobody');
  fs.rmSync(path.join(root, 'src/notices/two.ts'));
  git('add', '.');
  expect(changedWords(root, 'HEAD')).toEqual({
    added: ['The tablet is open'],
    removed: ['The tablet is locked', 'Nothing is waiting'],
  });
});
