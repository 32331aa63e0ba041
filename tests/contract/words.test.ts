import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listWords } from '../../scripts/words.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const words = listWords(root);
const sentences = words.split('\n').filter((line) => line.startsWith('- '));

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

test('docs/words.md holds the sentences of the code: `node scripts/words.mjs` writes it anew', () => {
  const stored = fs.readFileSync(path.join(root, 'docs/words.md'), 'utf8').split('\n');
  const fresh = words.split('\n');
  expect({
    missing: fresh.filter((line) => !stored.includes(line)),
    gone: stored.filter((line) => !fresh.includes(line)),
  }).toEqual({ missing: [], gone: [] });
  expect(stored).toEqual(fresh);
  expect(sentences.length).toBeGreaterThan(1500);
});

test.each(OLD_WORDS)('one act has one name: nothing says %s, which is “%s”', (old) => {
  expect(sentences.filter((sentence) => old.test(sentence))).toEqual([]);
});
