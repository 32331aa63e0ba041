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

/** Nodes that change nothing of a number. */
const AROUND = /^(?:ParenthesizedExpression|TS(?:As|Satisfies)Expression|UnaryExpression)$/;

/** A number of code, or an expression of numbers, units and other constants alone. */
function isNumeric(node: unknown): node is Node {
  if (!isNode(node)) return false;
  if (node.type === 'Literal') return ['number', 'bigint'].includes(typeof node['value']);
  if (node.type === 'Identifier') return /^[A-Z][A-Z0-9_]*$/.test(String(node['name']));
  if (node.type === 'BinaryExpression') return isNumeric(node['left']) && isNumeric(node['right']);
  return AROUND.test(node.type) && isNumeric(node['expression'] ?? node['argument']);
}

/** A constant that is another one under its name is a number of that one. */
const isOwnNumber = (node: unknown): node is Node => isNumeric(node) && node.type !== 'Identifier';

/** The constants of a module that are a number, each with where it begins. */
function numbersOf(file: string, source: string): { readonly name: string; readonly init: Node; readonly at: Node }[] {
  return childrenOf(parse(file, source).program).flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement;
    if (!isNode(declaration) || declaration.type !== 'VariableDeclaration') return [];
    return childrenOf(declaration).flatMap(({ id, init }) => {
      const name = isNode(id) ? String(id['name']) : '';
      return /^[A-Z][A-Z0-9_]*$/.test(name) && isOwnNumber(init) ? [{ name, init, at: statement }] : [];
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
  const once = {
    'src/a.ts': 'const WAIT = 5 * MINUTE;',
    'src/e.ts': 'const WAIT = PAUSE;',
    'src/b.ts': 'const QUOTE = 0x22;',
    'src/c.ts': 'const QUOTE = 0x22;',
  };
  expect(homonyms(once)).toEqual([]);
  for (const number of ['3000', '3000n', '-1', '(3000)', '3000 as const', '3000 satisfies number', '2 * PAUSE'])
    expect(homonyms({ ...once, 'src/d.ts': `export const WAIT = ${number};` })).toEqual(['WAIT: src/a.ts, src/d.ts']);
});

/** Multiples of 30,000, from 60,000, that are no time. */
const NO_TIME = ['VERSION_NUM_LEAST', 'PBKDF2_ROUNDS', 'PAGE_CHARACTERS', 'FILE_INFLATED_MOST'];

/** Times of a minute and more that are written in milliseconds. */
function bareDurations(tree: Sources): string[] {
  return Object.entries(tree).flatMap(([file, source]) => {
    if (file === LIMITS) return [];
    const exempt = numbersOf(file, source).filter(({ name }) => NO_TIME.includes(name));
    const found: string[] = [];
    walk(parse(file, source).program, (node) => {
      if (exempt.some(({ init }) => init === node)) return false;
      const value = factorOf(node);
      const isTime = value >= 60_000 && value % 30_000 === 0;
      if (isTime) found.push(`${file}: ${source.slice(node.start, node.end)}`);
      return !isTime;
    });
    return found;
  });
}

/** The numbers of an expression reckoned together; names in it count as 1: `minutes * 60 * 1000` is 60,000. 0 for what is no number. */
function factorOf(node: unknown): number {
  if (!isNode(node)) return 0;
  if (node.type === 'Literal') return Number(typeof node['value'] === 'number' && node['value']);
  if (AROUND.test(node.type)) return factorOf(node['expression'] ?? node['argument']);
  if (node.type !== 'BinaryExpression') return 0;
  const [left, right] = [factorOf(node['left']), factorOf(node['right'])];
  if (node['operator'] === '*') return (left || 1) * (right || 1);
  if (left === 0 || right === 0) return 0;
  return node['operator'] === '+' ? left + right : node['operator'] === '/' ? left / right : 0;
}

test('a time of a minute and more is written in MINUTE, HOUR or DAY', () => {
  expect(bareDurations(sources)).toEqual([]);
});

test('a time in milliseconds is found, as a product too', () => {
  const planted =
    'setTimeout(act, 60_000); const A = 5 * 60 * 1000; const B = 2 * DAY; const C = 30_000; const D = 10 * 1024 * 1024;';
  expect(bareDurations({ 'src/a.ts': planted })).toEqual(['src/a.ts: 60_000', 'src/a.ts: 5 * 60 * 1000']);
  const others = ['90_000', 'minutes * 60 * 1000', '(60 * 1000) * count', '-60_000', '30_000 + 30_000', '180_000 / 2'];
  expect(others.flatMap((time) => bareDurations({ 'src/a.ts': `act(${time});` }))).toHaveLength(others.length);
});

/** Limits that schemas and the pages' fields write themselves, and sentences of schemas that state a number in digits. */
function writtenLimits(tree: Sources): string[] {
  return Object.entries(tree).flatMap(([file, source]) => {
    const found: string[] = [];
    walk(parse(file, source).program, (node) => {
      if ([isLimitOfField, isBareLimit, isSentenceWithDigits].some((isFault) => isFault(node)))
        found.push(`${file}: ${source.slice(node.start, node.end)}`);
    });
    return found;
  });
}

/** `maxLength={200}` or `most={200}` on an element. */
function isLimitOfField({ type, name, key, value }: Node): boolean {
  if (type === 'Property') return isNode(key) && key['name'] === 'maxLength' && numbersIn(value).length > 0;
  if (type !== 'JSXAttribute' || !isNode(name) || !['maxLength', 'most', 'max'].includes(String(name['name']))) return false;
  return numbersIn(value).length > 0;
}

/** `v.maxLength(20)`, or `most: 20` beside the label of a field. */
function isBareLimit(node: Node): boolean {
  const [limit] = limitOf(node) ?? [];
  if (limit !== undefined) return isChosen(limit) && factorOf(limit) !== 0;
  if (node.type !== 'ObjectExpression') return false;
  const members = new Map(childrenOf(node).map(({ key, value }) => [isNode(key) ? key['name'] : undefined, value]));
  return members.has('label') && numbersIn(members.get('most')).length > 0;
}

/** The arguments of a limit of a schema. */
function limitOf({ type, callee, arguments: all }: Node): readonly unknown[] | undefined {
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee['property']) || !Array.isArray(all)) return undefined;
  return /^(?:min|max)(?:Length|Value|Bytes|Size)$/.test(String(callee['property']['name'])) ? (all as unknown[]) : undefined;
}

/** A limit of 0 or 1 is no number that anybody chose. */
const isChosen = (limit: unknown) => isNode(limit) && ![0, 1].includes(Number(limit['value']));

/** The numbers over 9 that stand in an attribute, as a text too. */
function numbersIn(value: unknown): number[] {
  const found: number[] = [];
  if (isNode(value))
    walk(value, (node) => void (node.type === 'Literal' && Number(node['value']) > 9 && found.push(Number(node['value']))));
  return found;
}

/** `v.maxLength(SIGNERS_MOST, 'At most 20 signers')`. */
function isSentenceWithDigits(node: Node): boolean {
  const [limit, message] = limitOf(node) ?? [];
  return isChosen(limit) && isNode(message) && /\d/.test(textOf(message));
}

/** A text, or the own parts of a template. */
function textOf(node: Node): string {
  if (node.type === 'Literal') return String(node['value']);
  return childrenOf(node)
    .map(({ value }) => (value as { cooked?: string } | undefined)?.cooked ?? '')
    .join('');
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
  const others = [
    '<TextField maxLength="200" />',
    '<NumberField max={full ? 200 : MOST} />',
    'const a = { maxLength: 200 }',
    'v.maxLength(20)',
    'v.maxValue(2_000_000)',
    'v.minValue(-0.5)',
    'v.maxSize(5 * 1024)',
    'v.maxLength(MOST, `At most 20 of ${names}`)',
    "SingleLine({ label: 'Code', least: 1, most: 20 })",
  ];
  expect(others.filter((each) => writtenLimits({ 'src/a.tsx': `${each};` }).length !== 1)).toEqual([]);
  const chosen = "v.minLength(1); v.minValue(0, 'From 0'); v.maxLength(MOST); SingleLine({ label: 'Code', most: MOST });";
  expect(writtenLimits({ 'src/a.ts': chosen })).toEqual([]);
});
