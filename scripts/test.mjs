import { buildIfNeeded } from './build.mjs';
import { runRound } from './run-round.mjs';
import { PARTS, PUSH } from './test-parts.mjs';
import { ensureTools } from './tools.mjs';

// `npm test` runs the rounds of a push; `npm run test:full` runs all parts, or the named ones, one after another.
const [isFull, ...words] = process.argv[2] === '--full' ? [true, ...process.argv.slice(3)] : [false];
if (words.includes('--list')) {
  for (const [name, { proves }] of Object.entries(PARTS)) process.stdout.write(`${name.padEnd(14)} ${proves}\n`);
  process.exit(0);
}
const unknown = words.filter((word) => !(word in PARTS));
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}: npm run test:full -- --list\n`);
  process.exit(1);
}

// Every prerequisite of the tests is found or installed, so that a fresh machine needs this command alone.
await Promise.all([ensureTools(), buildIfNeeded()]);
if (process.argv.includes('--prepare')) process.exit(0);

/** @type {import('./run-round.mjs').Outcome[]} */
const outcomes = [];
if (isFull) {
  for (const part of words.length > 0 ? words : Object.keys(PARTS))
    for (const round of PARTS[part]?.rounds ?? []) outcomes.push(await runRound(round, process.stdout));
} else {
  // The first lane prints as it runs, the other at the end of each round, so that their outputs do not interleave.
  await Promise.all(PUSH.map((rounds, at) => runLane(rounds, at === 0)));
}

const sum = (/** @type {'passed' | 'failed'} */ what) => outcomes.reduce((before, outcome) => before + outcome[what], 0);
const slowest = outcomes.flatMap(({ files }) => files).toSorted((one, other) => other.ms - one.ms);
process.stdout.write('\nThe slowest files\n');
for (const { file, ms } of slowest.slice(0, 10)) process.stdout.write(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}\n`);
// The failures are repeated at the end, where a reader looks for them.
process.stdout.write(outcomes.flatMap(({ failures }) => failures).join(''));
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exit(outcomes.some(({ hasFailed }) => hasFailed) ? 1 : 0);

/**
 * @param {import('./test-parts.mjs').Round[]} rounds
 * @param {boolean} isLive
 */
async function runLane(rounds, isLive) {
  for (const round of rounds) {
    /** @type {(Buffer | string)[]} */
    const said = [];
    outcomes.push(await runRound(round, isLive ? process.stdout : { write: (chunk) => said.push(chunk) }));
    process.stdout.write(said.map(String).join(''));
  }
}
