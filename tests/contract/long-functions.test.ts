import fs from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';
import { expect, test } from 'vitest';

/** Lines of a function from its head to its end: what one screen shows [choice]. */
const LINES_MOST = 80;
const ROOT = path.resolve(import.meta.dirname, '../..');

/** The functions of a source that are longer, by their names; one without a name by its line. */
function longFunctions(file: string, source: string): string[] {
  const found: string[] = [];
  const names = new Map<number, string>();
  const lineOf = (at: number) => source.slice(0, at).split('\n').length;
  const measure = ({ start, end, ...node }: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const lines = lineOf(end) - lineOf(start) + 1;
    const name = node.id?.name ?? names.get(start) ?? `line ${lineOf(start)}`;
    if (lines > LINES_MOST) found.push(`${file} ${name}`);
  };
  const { program, errors } = parseSync(file, source);
  expect(errors, file).toEqual([]);
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (init !== null && id.type === 'Identifier') names.set(init.start, id.name);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier') names.set(value.start, key.name);
    },
    MethodDefinition: ({ key, value }) => {
      if (key.type === 'Identifier') names.set(value.start, key.name);
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  return found;
}

test.each(['domain', 'contract', 'store', 'src', 'sw', 'server'])('no function of %s is longer than a screen', (room) => {
  const files = fs
    .readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file));
  expect(files).not.toEqual([]);
  const found = files.flatMap((file) => longFunctions(`${room}/${file}`, fs.readFileSync(path.join(ROOT, room, file), 'utf8')));
  expect(found).toEqual([]);
});

test('a longer function is found by its name, whatever it is written as', () => {
  const body = `{${'\n'.repeat(LINES_MOST)}`;
  const written = [
    `function one() ${body}}`,
    `const two = () => ${body}}`,
    `const it = { three() ${body}}, four: async () => ${body}} }`,
  ];
  const nested = `class Five { six() ${body}} }\nexport function seven() {\n  addEventListener('x', () => ${body}});\n}`;
  const names = longFunctions('a.tsx', [...written, nested].join('\n')).map((each) => each.replace('a.tsx ', ''));
  expect(names.map((name) => name.replace(/ \d+/, ''))).toEqual(['one', 'two', 'three', 'four', 'six', 'seven', 'line']);
  expect(longFunctions('a.ts', `const short = () => {${'\n'.repeat(LINES_MOST - 1)}}`)).toEqual([]);
});
