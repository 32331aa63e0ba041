import { expect, test } from 'vitest';
import { readSources } from '#tests/support/checks/syntax.ts';

// A person's text may begin with “No”: after a verb it says the opposite. It stands alone, under a heading that is a noun.

const VERBS = String.raw`(?:refuses?|(?:does|do|did) not (?:want|agree to)|does not accept|objects? to|says no to)`;
/** A verb of refusing, and then a text that comes from elsewhere. */
const VERB_PLUS_TEXT = new RegExp(String.raw`\b${VERBS}\b[^'"\x60<>{}.\n]{0,12}\$?\{\w`, 'i');
/** The words above a list of refusals that end in such a verb. */
const VERB_AS_HEADING = new RegExp(String.raw`\b(?:refusals|title|label|term|words)\b\s*[:=]\s*['"][^'"\n]*\b${VERBS}['"]`, 'i');

const faultsOf = (source: string): string[] =>
  source.split('\n').filter((line) => VERB_PLUS_TEXT.test(line) || VERB_AS_HEADING.test(line));

test('no label that is a verb of refusing stands before a person’s text', () => {
  const sources = readSources();
  expect(Object.keys(sources).length).toBeGreaterThan(500);
  const faults = Object.entries(sources).flatMap(([file, source]) => faultsOf(source).map((line) => `${file} ${line.trim()}`));
  expect(faults).toEqual([]);
});

test.each([
  '<Icon name="refused" /> Refuses: {each}',
  '...refusals.map((refusal) => `REFUSES: ${refusal}`),',
  "refusals: 'You do not want',",
  "refusals: 'The patient does not want',",
  "refusals: 'Does not agree to',",
  "title: 'The patient refuses',",
])('%s is found', (line) => {
  expect(faultsOf(line)).toEqual([line]);
});
