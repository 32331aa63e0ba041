import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasWords, wordsOf } from './words.mjs';

// `node scripts/changed-words.mjs` prints the sentences that have come and gone since the branch left main, and on main itself since the
// commit before. CI prints them for whoever reads the change.

/**
 * Sentences that have come and gone between a commit and the files as they are now. One that only moved to another file has done neither.
 *
 * @param {string} root - of the project
 * @param {string} base - commit
 */
export function changedWords(root, base) {
  const changed = git(root, ['diff', '--name-only', '--no-renames', '-z', base]).toString().split('\0').filter(hasWords);
  const present = changed.filter((file) => fs.existsSync(path.join(root, file)));
  const after = new Set(present.flatMap((file) => wordsOf(file, fs.readFileSync(path.join(root, file), 'utf8'))));
  const before = new Set(filesAt(root, base, changed).flatMap(({ file, text }) => wordsOf(file, text)));
  return { added: [...after].filter((each) => !before.has(each)), removed: [...before].filter((each) => !after.has(each)) };
}

/**
 * The named files as they were in a commit, without those that it lacks; read by one process, as a change can touch a thousand.
 *
 * @param {string} root @param {string} base @param {string[]} files
 */
function filesAt(root, base, files) {
  const said = git(root, ['cat-file', '--batch'], files.map((file) => `${base}:${file}\n`).join(''));
  const found = [];
  let at = 0;
  for (const file of files) {
    const end = said.indexOf('\n', at);
    const size = Number(/ blob (\d+)$/.exec(said.toString('utf8', at, end))?.[1] ?? Number.NaN);
    at = end + 1;
    if (Number.isNaN(size)) continue;
    found.push({ file, text: said.toString('utf8', at, at + size) });
    at += size + 1;
  }
  return found;
}

/** Where the branch left main; on main itself the commit before. Undefined where neither is known. @param {string} root */
function findBase(root) {
  const head = git(root, ['rev-parse', 'HEAD']).toString().trim();
  for (const attempt of [
    ['merge-base', 'HEAD', 'origin/main'],
    ['merge-base', 'HEAD', 'main'],
    ['rev-parse', '--verify', 'HEAD~1'],
  ])
    try {
      const base = git(root, attempt).toString().trim();
      if (base !== head) return base;
    } catch {
      // No such branch, or a clone of one commit.
    }
  return undefined;
}

/** @param {string} root @param {string[]} args */
function git(root, args, input = '') {
  return execFileSync('git', args, { cwd: root, input, maxBuffer: 2 ** 28, stdio: ['pipe', 'pipe', 'ignore'] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '..');
  const base = findBase(root);
  const { added, removed } = base === undefined ? { added: [], removed: [] } : changedWords(root, base);
  const lines = [...removed.map((each) => `- ${each}`), ...added.map((each) => `+ ${each}`)];
  process.stdout.write(`Words since ${base?.slice(0, 8) ?? 'nothing that is known'}: ${lines.length === 0 ? 'unchanged' : ''}\n`);
  for (const line of lines) process.stdout.write(`${line}\n`);
}
