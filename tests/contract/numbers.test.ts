import { expect, test } from 'vitest';
import {
  childrenOf,
  importsOf,
  isNode,
  parse,
  readSources,
  walk,
  type Node,
  type Sources,
} from '#tests/support/checks/syntax.ts';

// A number stands once, with its rule and its source, in the file of its subject.

const LIMITS = 'domain/base/limits.ts';
/** Units of time and size, which any room may use. */
const UNITS: ReadonlySet<string> = new Set(['MINUTE', 'HOUR', 'DAY', 'MB']);
const ROOMS_LEAST = 3;

const sources = readSources();

/** Names that a file exports by declaring them. */
function exportedNames(file: string, source: string): string[] {
  return childrenOf(parse(file, source).program).flatMap((node) => {
    const { declaration } = node;
    if (node.type !== 'ExportNamedDeclaration' || !isNode(declaration)) return [];
    return childrenOf(declaration).flatMap(({ id }) => (isNode(id) ? [String(id['name'])] : []));
  });
}

/** Constants of `limits.ts` that belong to fewer rooms than share it. */
function strayLimits(tree: Sources): string[] {
  const imports = Object.entries(tree).flatMap(([file, source]) =>
    importsOf(file, source).flatMap(({ from, names }) => (from === LIMITS ? [{ room: file.split('/')[0], names }] : [])),
  );
  return exportedNames(LIMITS, tree[LIMITS] ?? '').filter((name) => {
    const rooms = new Set(imports.flatMap(({ room, names }) => (names.includes(name) ? [room] : [])));
    return !UNITS.has(name) && rooms.size < ROOMS_LEAST;
  });
}

test('limits.ts holds units, and what at least three rooms share', () => {
  expect(exportedNames(LIMITS, sources[LIMITS] ?? '')).toContain('MINUTE');
  expect(strayLimits(sources)).toEqual([]);
});

test('a limit of two rooms is found', () => {
  const use = "import { PAGES_MOST } from '#domain/base/limits.ts';";
  const limits = { [LIMITS]: 'export const DAY = 1; export const PAGES_MOST = 50;' };
  expect(strayLimits({ ...limits, 'server/a.ts': use, 'server/b.ts': use, 'src/a.ts': use })).toEqual(['PAGES_MOST']);
  expect(strayLimits({ ...limits, 'server/a.ts': use, 'store/b.ts': use, 'src/a.ts': use })).toEqual([]);
});

/** A number of code, or an expression of numbers and units alone. */
function isNumeric(node: unknown): node is Node {
  if (!isNode(node)) return false;
  if (node.type === 'Literal') return typeof node['value'] === 'number';
  if (node.type === 'Identifier') return UNITS.has(String(node['name']));
  if (node.type === 'BinaryExpression') return isNumeric(node['left']) && isNumeric(node['right']);
  return node.type === 'TSAsExpression' && isNumeric(node['expression']);
}

/** The constants of a module that are a number, each with where it begins. */
function numbersOf(file: string, source: string): { readonly name: string; readonly init: Node; readonly at: Node }[] {
  return childrenOf(parse(file, source).program).flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement;
    if (!isNode(declaration) || declaration.type !== 'VariableDeclaration') return [];
    return childrenOf(declaration).flatMap(({ id, init }) => {
      const name = isNode(id) ? String(id['name']) : '';
      return /^[A-Z][A-Z0-9_]*$/.test(name) && isNumeric(init) ? [{ name, init, at: statement }] : [];
    });
  });
}

/** Constants that bear one name in several files: nobody who looks for a number should find another one. Bytes, in hex, are no limits. */
function homonyms(tree: Sources): string[] {
  const homes = new Map<string, string[]>();
  for (const [file, source] of Object.entries(tree).filter(([each]) => !each.includes('/migrations/')))
    for (const { name, init } of numbersOf(file, source)) {
      const isByte = /^0x[0-9a-f]{2}$/.test(source.slice(init.start, init.end));
      if (!isByte) homes.set(name, [...(homes.get(name) ?? []), file]);
    }
  return [...homes].flatMap(([name, files]) => (files.length > 1 ? [`${name}: ${files.join(', ')}`] : []));
}

test('no two constants of a number have one name', () => {
  expect(homonyms(sources)).toEqual([]);
});

test('a number that stands twice is found', () => {
  const once = { 'src/a.ts': 'const WAIT = 5 * MINUTE;', 'src/b.ts': 'const QUOTE = 0x22;', 'src/c.ts': 'const QUOTE = 0x22;' };
  expect(homonyms(once)).toEqual([]);
  expect(homonyms({ ...once, 'src/d.ts': 'export const WAIT = 3000;' })).toEqual(['WAIT: src/a.ts, src/d.ts']);
});

/** Multiples of 60,000 that are no time. */
const NO_TIME = ['PBKDF2_ROUNDS', 'PAGE_CHARACTERS', 'FILE_INFLATED_MOST'];

/** Times of a minute and more that are written in milliseconds. */
function bareDurations(tree: Sources): string[] {
  return Object.entries(tree).flatMap(([file, source]) => {
    if (file === LIMITS) return [];
    const exempt = numbersOf(file, source).filter(({ name }) => NO_TIME.includes(name));
    const found: string[] = [];
    walk(parse(file, source).program, (node) => {
      if (exempt.some(({ init }) => init === node)) return false;
      const value = isNumeric(node) ? valueOf(source.slice(node.start, node.end)) : 0;
      if (value >= 60_000 && value % 60_000 === 0) found.push(`${file}: ${source.slice(node.start, node.end)}`);
      return !isNumeric(node);
    });
    return found;
  });
}

/** The value of an expression of literals alone; 0 where a unit is in it. */
function valueOf(expression: string): number {
  const factors = expression.split('*').map((each) => Number(each.trim().replaceAll('_', '')));
  return factors.every((each) => !Number.isNaN(each)) ? factors.reduce((product, each) => product * each, 1) : 0;
}

test('a time of a minute and more is written in MINUTE, HOUR or DAY', () => {
  expect(bareDurations(sources)).toEqual([]);
});

test('a time in milliseconds is found, as a product too', () => {
  const planted =
    'setTimeout(act, 60_000); const A = 5 * 60 * 1000; const B = 2 * DAY; const C = 30_000; const D = 10 * 1024 * 1024;';
  expect(bareDurations({ 'src/a.ts': planted })).toEqual(['src/a.ts: 60_000', 'src/a.ts: 5 * 60 * 1000']);
});

/** Limits of fields that a page writes itself, and sentences of schemas that state a number in digits. */
function writtenLimits(tree: Sources): string[] {
  return Object.entries(tree).flatMap(([file, source]) => {
    const found: string[] = [];
    walk(parse(file, source).program, (node) => {
      if (isLimitOfField(node) || isSentenceWithDigits(node)) found.push(`${file}: ${source.slice(node.start, node.end)}`);
    });
    return found;
  });
}

/** `maxLength={200}` or `most={200}` on an element. */
function isLimitOfField({ type, name, value }: Node): boolean {
  if (type !== 'JSXAttribute' || !isNode(name) || !['maxLength', 'most'].includes(String(name['name']))) return false;
  return isNode(value) && isNumeric(value['expression']);
}

/** `v.maxLength(20, 'At most 20 signers')`; a limit of 0 or 1 is no number that anybody chose. */
function isSentenceWithDigits({ type, callee, arguments: all }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee['property']) || !Array.isArray(all)) return false;
  if (!/^(?:min|max)(?:Length|Value)$/.test(String(callee['property']['name']))) return false;
  const [limit, message] = all as readonly unknown[];
  const isChosen = isNode(limit) && ![0, 1].includes(Number(limit['value']));
  return isChosen && isNode(message) && message.type === 'Literal' && /\d/.test(String(message['value']));
}

test('a field and a sentence take their limit from the constant of the rule', () => {
  expect(writtenLimits(sources)).toEqual([]);
});

test('a limit that is written again is found', () => {
  const field = '<TextField label="Name" maxLength={200} />';
  const sentence = "v.maxLength(20, 'At most 20 signers')";
  const sound = `const A = <TextField maxLength={NAME_MOST} />; const B = v.maxLength(MOST, \`At most \${MOST}\`);`;
  const planted = { 'src/a.tsx': sound, 'src/b.tsx': `const C = ${field};`, 'domain/a.ts': `export const D = ${sentence};` };
  expect(writtenLimits(planted)).toEqual(['src/b.tsx: maxLength={200}', `domain/a.ts: ${sentence}`]);
});
