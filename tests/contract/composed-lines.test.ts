import { expect, test } from 'vitest';
import { childrenOf, isNode, parse, readSources, walk, type Node } from '#tests/support/checks/syntax.ts';

/** Sources that make the lines of documents. */
const MAKES_LINES =
  /^(?:server\/work\/documents\/(?:content|blank)\/|server\/outside\/pdf\/prepare[a-z-]*\.ts|server\/work\/theatre\/draw-pack\.ts|server\/work\/signing\/signed-by\.ts|domain\/(?:family|capacity)\/[a-z-]*words\.ts)/;

/** Names and words of people: a line of such words and others is made by `composed` alone. */
const OF_PEOPLE =
  /^(?:name|names|speaker|asker|clinician|sender|checkedBy|recordedBy|firstName|lastName|reason|relation|relationReason|interpreterNoneReason|agencyId|grade|registrationNumber|note|answer|text|source|theatre|language|parents|alternatives|shared|alsoFor)$/;
/** Tables of fixed English words, whatever they are asked with. */
const FIXED = /^[A-Z][A-Z_]+$/;

/** The lines that a source joins by itself. */
function joinedIn(file: string, source: string): string[] {
  const found: string[] = [];
  const add = (node: Node) => found.push(`${file}: ${source.slice(node.start, node.end).replaceAll(/\s+/g, ' ')}`);
  walk(parse(file, source).program, (node) => {
    if (node.type === 'TaggedTemplateExpression' && isNode(node['tag']) && node['tag']['name'] === 'composed') return false;
    if (node.type === 'TemplateLiteral' && expressionsOf(node).some(isOfPeople)) add(node);
    if (node.type === 'BinaryExpression' && node['operator'] === '+' && childrenOf(node).some(isOfPeople)) add(node);
    if (joins(node)) add(node);
    return true;
  });
  return found;
}

function expressionsOf(template: Node): Node[] {
  return childrenOf(template).filter(({ type }) => type !== 'TemplateElement');
}

function isOfPeople(node: Node): boolean {
  if (node.type === 'Identifier') return OF_PEOPLE.test(String(node['name']));
  if (node.type === 'MemberExpression' && isNode(node['object']) && FIXED.test(String(node['object']['name']))) return false;
  if (node.type === 'MemberExpression') return isNode(node['property']) && isOfPeople(node['property']);
  if (node.type === 'LogicalExpression' || node.type === 'ConditionalExpression') return childrenOf(node).some(isOfPeople);
  return false;
}

/** A list joined with anything but a line break: whose words those are nobody can see here. */
function joins(node: Node): boolean {
  if (node.type !== 'CallExpression' || !isNode(node['callee'])) return false;
  const { property } = node['callee'];
  const [, between] = childrenOf(node);
  if (!isNode(property) || property['name'] !== 'join' || between === undefined) return false;
  return !['\n', '', ':', ' '].includes(String(between['value'])) && !EXCUSED.test(String(between['value']));
}

/** Between the words of a fixed table alone. */
const EXCUSED = /^(?: or |; |: )$/;

test('every line of a document with somebody’s words beside others is made by `composed`', () => {
  const sources = Object.entries(readSources(['server', 'domain'])).filter(([file]) => MAKES_LINES.test(file));
  expect(sources.length).toBeGreaterThan(40);
  expect(sources.flatMap(([file, source]) => joinedIn(file, source))).toEqual([]);
});

test.each([
  ['a template', 'const a = `${recipient.name}, ${role}`;', 1],
  ['one with a name or other words', "const a = `${name ?? 'Nobody'} said no`;", 1],
  ['a sum', "const a = name + ', ' + role;", 1],
  ['a list', "const a = names.join(', ');", 1],
  ['a composed line', 'const a = composed`${name}, ${role}`;', 0],
  ['lines below each other', "const a = [name, reason].join('\\n');", 0],
  ['words of a table', 'const a = `${METHOD_WORDS[name]}, ${at}`;', 0],
])('the check tells %s', (_, source, count) => {
  expect(joinedIn('a.ts', source)).toHaveLength(count);
});
