import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const sheets = new Set(
  [...readFileSync(resolve(project, 'src/ui/theme/mantine-styles.ts'), 'utf8').matchAll(/styles\/(\w+)\.layer\.css/g)].map(
    ([, name]) => name,
  ),
);

test('every Mantine component that the page uses has its style sheet on the list', () => {
  const missing = sourceFiles().flatMap((file) =>
    importedNames(readFileSync(file, 'utf8'))
      .filter((name) => existsSync(resolve(project, `node_modules/@mantine/core/styles/${name}.css`)) && !sheets.has(name))
      .map((name) => `${name} in ${file}`),
  );
  expect(missing).toEqual([]);
});

test('only the style list brings Mantine style sheets into the page', () => {
  const others = sourceFiles().filter(
    (file) => !file.endsWith('mantine-styles.ts') && /@mantine\/(?:core|notifications)\/styles/.test(readFileSync(file, 'utf8')),
  );
  expect(others).toEqual([]);
});

function sourceFiles(): readonly string[] {
  return readdirSync(resolve(project, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => resolve(project, 'src', name));
}

function importedNames(source: string): readonly string[] {
  const names = [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list = '']) => list.split(','));
  return names.map((name) => name.trim().replace(/ as .*/, '')).filter((name) => /^[A-Z]/.test(name));
}
