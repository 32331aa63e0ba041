import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SABOTAGES } from '#tests/sabotage/sabotages.ts';

/** Every text of a source that may be a title; the parts that a row of a table puts in stand for any. */
function titlesIn(source: string): RegExp[] {
  const texts = [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`|"([^"\n]*)"/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
  return texts
    .filter((text) => text.split(PLACEHOLDER).join('').length > LITERAL_LEAST)
    .map((text) => new RegExp(`^${text.split(PLACEHOLDER).map(escaped).join('.*')}$`, 'u'));
}

const PLACEHOLDER = /%[sdioj]|\$\{[^}]*\}|\$[\w.]+/;
/** Characters that a title says itself, beside what a row puts in. */
const LITERAL_LEAST = 5;
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const root = path.resolve(import.meta.dirname, '../..');

// Each sabotage itself runs for seconds and apart from these tests; a text that a rename took away is found here at once.
test.each(SABOTAGES)(
  'the text that a sabotage replaces occurs once in its file, and its test exists: $name',
  ({ file, from, suite, test: title }) => {
    expect(fs.readFileSync(path.join(root, file), 'utf8').split(from)).toHaveLength(2);
    const source = fs.readFileSync(path.join(root, suite), 'utf8');
    expect(
      titlesIn(source).some((each) => each.test(title)),
      `${suite}: ${title}`,
    ).toBe(true);
  },
);
