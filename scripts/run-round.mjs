import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'assent-results-'));

/**
 * The result of a round; `failures` are texts to be printed, `files` have their duration in ms.
 *
 * @typedef {{ passed: number, failed: number, hasFailed: boolean, failures: string[], files: { file: string, ms: number }[] }} Outcome
 * @typedef {{ name: string, startTime: number, endTime: number, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} FileResult
 */

/**
 * @param {import('./test-parts.mjs').Round} round
 * @param {{ write(chunk: Buffer | string): unknown }} out
 * @returns {Promise<Outcome>}
 */
export async function runRound({ name, projects, files = [], isSmoke = false, env = {}, node }, out) {
  const results = path.join(folder, `${name.replaceAll(/\W+/g, '-')}.json`);
  out.write(`\n— ${name}\n`);
  const parameters = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...(isSmoke ? ['--tags-filter=smoke'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...files,
  ];
  const [command, before] = node === undefined ? [process.execPath, []] : ['npx', ['--yes', '-p', `node@${node}`, 'node']];
  const vitest = spawn(command, [...before, ...parameters], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  for (const stream of [vitest.stdout, vitest.stderr]) stream.on('data', (chunk) => out.write(chunk));
  const status = await new Promise((resolve) => void vitest.once('close', resolve));
  if (!existsSync(results))
    return { passed: 0, failed: 1, hasFailed: true, failures: [`\nFAILED: ${name} gave no results\n`], files: [] };
  /** @type {{ numPassedTests: number, numFailedTests: number, testResults: FileResult[] }} */
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, 'utf8'));
  const named = failuresOf(name, testResults);
  const isUnnamed = status !== 0 && named.length === 0;
  return {
    passed: numPassedTests,
    failed: numFailedTests + (isUnnamed ? 1 : 0),
    hasFailed: status !== 0,
    // An error of the runner itself names no test.
    failures: isUnnamed ? [`\nFAILED: ${name} ended with an error beside its tests: see its output\n`] : named,
    files: testResults.map((each) => ({ file: path.relative(root, each.name), ms: each.endTime - each.startTime })),
  };
}

/**
 * The failed tests with their messages, and the files that could not be run.
 *
 * @param {string} round
 * @param {FileResult[]} files
 */
function failuresOf(round, files) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && tests.length === 0) return [`\nFAILED in ${round}: ${file}\n${message}\n`];
    return tests.map(
      (test) => `\nFAILED in ${round}: ${file} > ${test.fullName}\n${(test.failureMessages ?? []).join('\n').slice(0, 4000)}\n`,
    );
  });
}
