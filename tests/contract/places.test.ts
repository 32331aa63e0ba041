import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build, loadConfigFromFile, type Plugin, type PluginOption } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modulesIn, placesAreUsed } from '../../scripts/places.mjs';
import { STAFF_SCRIPTS } from '../../scripts/staff-scripts.mjs';

const project = path.resolve(import.meta.dirname, '../..');

/** A project of three modules. */
let root: string;
beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-places-'));
  const write = (file: string, source: string) => {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), source);
  };
  write(
    'src/main.ts',
    "import { one } from './ui/one.ts';\nimport { two } from '../node_modules/two/two.js';\nconsole.log(one, two);\n",
  );
  write('src/ui/one.ts', 'export const one = 1;\n');
  write('node_modules/two/two.js', 'export const two = 2;\n');
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const buildWith = (plugin: PluginOption) =>
  build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: path.join(root, 'src/main.ts') } },
    plugins: [plugin],
  });

test('a build is made where each place that is named has a module', async () => {
  await expect(
    buildWith(placesAreUsed(root, ['src/main.ts', 'src/ui/', 'src/ui/on', 'node_modules/two/'])),
  ).resolves.toBeDefined();
});

test.each(['src/widgets/', 'src/ui/two.ts', 'ui/', 'node_modules/three/', 'src/ui.'])(
  'a build fails by the name of %s, where no module lies',
  async (place) => {
    const sentence = `vite.config.ts names what no module of this build lies in: ${place}`;
    await expect(buildWith(placesAreUsed(root, ['src/ui/', place]))).rejects.toThrow(sentence);
  },
);

test.each([
  [
    'patient',
    [
      'contract/',
      'contract/shapes/staff-parts.ts',
      'node_modules/react-signature-canvas/build/index.js',
      'node_modules/prop-types/',
      'node_modules/trim-canvas/',
    ],
  ],
  ['production', ['contract/', ...STAFF_SCRIPTS.flatMap(({ places, except = [] }) => [...places, ...except])]],
])('the build of %s asks for every place that its settings name', async (mode, places) => {
  const loaded = await loadConfigFromFile({ command: 'build', mode }, path.join(project, 'vite.config.ts'));
  const named = (loaded?.config.plugins ?? []).flat().find((each): each is Plugin => isNamed(each, 'places-are-used'));
  await expect(buildWith(named)).rejects.toThrow(`lies in: ${places.join(', ')}`);
});

const isNamed = (option: unknown, name: string) =>
  typeof option === 'object' && option !== null && 'name' in option && option.name === name;

test('the places of a script leave out what is excepted, and what other folders of the same name hold', () => {
  const modules = modulesIn(root, ['src/ui/', 'node_modules/@two/'], ['src/ui/large/', 'node_modules/@two/charts/']);
  const isIn = (file: string) => modules.test(path.join(fs.realpathSync(root), file));
  expect(['src/ui/one.ts', 'node_modules/@two/core/a.js', 'a/node_modules/@two/a.js'].filter(isIn)).toHaveLength(3);
  expect(['src/ui/large/one.ts', 'src/uikit/one.ts', 'sw/src/ui/one.ts', 'node_modules/@two/charts/a.js'].filter(isIn)).toEqual(
    [],
  );
  expect(modules.test('/elsewhere/src/ui/one.ts')).toBe(false);
});

test('no plugin of the build names its modules by an expression of its own', () => {
  const settings = fs.readFileSync(path.join(project, 'vite.config.ts'), 'utf8');
  const filters = [...settings.matchAll(/filter: \{ id: (\S+)\(/g)].map(([, made]) => made);
  expect(filters).toEqual(['modulesIn', 'modulesIn', 'modulesIn', 'modulesIn']);
  expect(settings.match(/filter: \{/g)).toHaveLength(filters.length);
});
