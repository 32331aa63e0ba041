import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { fontFiles } from '#server/outside/pdf/fonts.ts';
import { median, report } from './report.ts';

const ROUNDS = 5;
/** The families that documents had before each script had its own. */
const FORMER = /NotoSans(?:Arabic|Bengali|SC)?_/;

test('the memory and the start of the drawing thread with the fonts of every script', () => {
  const all = fontFiles();
  const former = all.filter((file) => FORMER.test(path.basename(file)));
  const [now, before] = [costOf(all), costOf(former)];
  const size = all.reduce((sum, file) => sum + statSync(file).size, 0);
  report({
    line: `fonts of the document: ${all.length} files, ${(size / 1e6).toFixed(0)} MB`,
    now: `${(now.bytes / 1e6).toFixed(0)} MB more in the thread, begun in ${now.ms.toFixed(0)} ms`,
    aim: '110 MB, 300 ms',
    beside: `${former.length} files as before: ${(before.bytes / 1e6).toFixed(0)} MB, ${before.ms.toFixed(0)} ms`,
  });
});

function costOf(files: readonly string[]): { ms: number; bytes: number } {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const script = path.resolve(import.meta.dirname, 'font-cost.mjs');
    // The script's own answer.
    return JSON.parse(execFileSync(process.execPath, [script, ...files], { encoding: 'utf8' })) as { ms: number; bytes: number };
  });
  return { ms: median(rounds.map(({ ms }) => ms)), bytes: median(rounds.map(({ bytes }) => bytes)) };
}
