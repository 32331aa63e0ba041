import { expect, test } from 'vitest';
import { readSources, type Sources } from '#tests/support/checks/syntax.ts';

/** Literals that stand in one file, and what the others ask of it instead. */
const HOMES: Readonly<Record<string, string>> = {
  'x-app': 'contract/engine/our-answer.ts',
  'Europe/London': 'domain/values/default-zone.ts',
};

/** The files with a literal, in whatever case; backticks are for templates and comments. */
function filesWith(literal: string, tree: Sources): string[] {
  const quoted = new RegExp(`(['"])${literal}\\1`, 'i');
  return Object.entries(tree).flatMap(([file, source]) => (quoted.test(source) ? [file] : []));
}

test.each(Object.entries(HOMES))('%s stands in %s alone', (literal, home) => {
  expect(filesWith(literal, readSources())).toEqual([home]);
});

test('a literal elsewhere is found', () => {
  expect(filesWith('x-app', { 'src/a.ts': "headers.get('X-App')", 'src/b.ts': '// x-app' })).toEqual(['src/a.ts']);
});
