import { expect, test } from 'vitest';
import { childrenOf, isNode, parse, readSources, walk, type Node, type Sources } from '#tests/support/checks/syntax.ts';

// Words that once stood for ten things each: a name says an index, a topic, a search term or a choice instead.

const FOLDERS = ['src/screens', 'src/sign', 'domain', 'server/work'];
const PRIVATE = /^(?:places?|given|typed|(?:un)?told|(?:un)?asked)\d*$/;

/** Terms of the field, and of what is stored or sent, each with its file. */
const PERMITTED: readonly (readonly [file: string, name: string, reason: string])[] = [
  ['domain/exports/fhir-systems.ts', 'ASKED_DECLINED', 'a code of HL7'],
  ['domain/integrity/integrity.ts', 'given', 'a key of what a signature’s digest is over'],
  ['domain/library/understanding.ts', 'place', 'a field of a question on the wire'],
  ['domain/signing/signer-questions.ts', 'askedBy', 'a field of a question on the wire'],
  ['server/work/fhir/r4.ts', 'given', 'the given names of a person in FHIR'],
  ['server/work/retention/holds.ts', 'placeHold', 'a legal hold is placed'],
  ['server/work/signing/both-clinicians.ts', 'given', 'a column of a signature'],
  ['src/screens/cases/acts/use-day-confirmation.ts', 'typedName', 'the typed name of a signature'],
  ['src/screens/cases/acts/use-day-confirmation.ts', 'setTypedName', 'the typed name of a signature'],
  ['src/screens/cases/acts/use-own-signature.ts', 'typedName', 'the typed name of a signature'],
  ['src/screens/cases/acts/use-own-signature.ts', 'setTypedName', 'the typed name of a signature'],
  ['src/screens/retention/HoldsPanel.tsx', 'placeHold', 'a legal hold is placed'],
  ['src/sign/form-input.ts', 'typedName', 'the typed name of a signature'],
  ['src/sign/form-input.ts', 'witnessTyped', 'the typed name of a witness in a stored visit'],
  ['src/sign/signature-body.ts', 'typedName', 'the typed name of a signature'],
];

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
const isPrivate = (name: string) => wordsOf(name).some((word) => PRIVATE.test(word));

/** The names that a pattern makes. A field that is taken out under its own name has it from elsewhere. */
function madeNames(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  if (/^(?:Private)?Identifier$/.test(pattern.type)) return [String(pattern['name'])];
  if (pattern.type === 'AssignmentPattern') return madeNames(pattern['left']);
  if (pattern.type === 'Property') return pattern['shorthand'] === true ? [] : madeNames(pattern['value']);
  return ['ObjectPattern', 'ArrayPattern', 'RestElement'].includes(pattern.type) ? childrenOf(pattern).flatMap(madeNames) : [];
}

/** The names that a node declares: variables, parameters, functions, types and their members, aliases of an import. */
function declaredNames({ type, id, key, params, ...node }: Node): string[] {
  const { imported, local, exported, label, param, name, parameters, method } = node;
  const isMember = /^(?:TS\w+(?:Signature|Declaration)|PropertyDefinition|AccessorProperty|MethodDefinition|TSMappedType)$/.test(
    type,
  );
  const own = isMember || method === true ? [key, id] : [];
  const isFunction = /Function|^TSMethodSignature$|^TS(?:Call|Construct)Signature|^TSConstructorType$/.test(type);
  const isAlias = (from: unknown, to: unknown) => madeNames(from).join() !== madeNames(to).join();
  const alias = [
    ...(type === 'ImportSpecifier' && isAlias(imported, local) ? [local] : []),
    ...(type === 'ExportSpecifier' && isAlias(local, exported) ? [exported] : []),
    ...(/^Import(?:Namespace|Default)Specifier$/.test(type) ? [local] : []),
    ...(['LabeledStatement', 'TSNamedTupleMember'].includes(type) ? [label] : []),
    ...(type === 'CatchClause' ? [param] : []),
    ...(type === 'TSTypeParameter' ? [name] : []),
    ...(type === 'TSIndexSignature' && Array.isArray(parameters) ? (parameters as unknown[]) : []),
  ];
  return [
    ...own,
    ...alias,
    ...(['VariableDeclarator', 'ClassDeclaration'].includes(type) || isFunction ? [id] : []),
    ...(isFunction && Array.isArray(params) ? (params as unknown[]) : []),
  ].flatMap(madeNames);
}

/** Private words as names of files and in them, each once. */
function privateNames(tree: Sources): string[] {
  return Object.entries(tree).flatMap(([file, source]) => {
    const found = new Set<string>();
    if (file.split('/').some((part) => isPrivate(part.replace(/\..*$/, '')))) found.add(file);
    walk(parse(file, source).program, (node) => {
      for (const name of declaredNames(node).filter(isPrivate)) found.add(`${file}: ${name}`);
    });
    return [...found];
  });
}

test('no name of a screen, of the signer’s pages, of a rule or of the server’s work is a private word', () => {
  const permitted = PERMITTED.map(([file, name]) => `${file}: ${name}`);
  const found = privateNames(readSources(FOLDERS));
  expect(found.filter((each) => !permitted.includes(each))).toEqual([]);
  // A permission that nobody uses is taken away.
  expect(permitted.filter((each) => !found.includes(each))).toEqual([]);
});

test.each([
  ['a variable', 'const given = 1;', 'given'],
  ['a constant', 'const WAS_TOLD = 1;', 'WAS_TOLD'],
  ['a state', 'const [typed, setTyped] = useState();', 'setTyped'],
  ['a field under another name', 'const { order: place } = row;', 'place'],
  ['a parameter', 'call((asked) => asked);', 'asked'],
  ['a parameter of a type', 'type Call = (typed: string) => void;', 'typed'],
  ['a function', 'function placeOf() {}', 'placeOf'],
  ['a type', 'type Told = 1;', 'Told'],
  ['a member', 'type Row = { readonly place: number };', 'place'],
  ['a method', 'type Row = { isAsked(): void };', 'isAsked'],
  ['a name with a number', 'const place2 = 1;', 'place2'],
  ['a private member', 'class Row { #given = 1; }', 'given'],
  ['a method of an object', 'const row = { placeOf() {} };', 'placeOf'],
  ['a parameter of a call signature', 'type Call = { (typed: string): void };', 'typed'],
  ['an alias that is passed on', "export { order as place } from './order.ts';", 'place'],
  ['a namespace', "import * as told from './order.ts';", 'told'],
  ['a label', 'asked: for (;;) break asked;', 'asked'],
  ['a part of a tuple', 'type Row = [place: number];', 'place'],
  ['an error', 'try { act(); } catch (told) { act(told); }', 'told'],
  ['a parameter for types', 'type Row<Given> = Given[];', 'Given'],
  ['a key of an index', 'type Row = { [place: string]: number };', 'place'],
  ['an alias', "import { order as place } from './order.ts';", 'place'],
])('%s is found', (_, source, name) => {
  expect(privateNames({ 'domain/a.ts': source })).toContain(`domain/a.ts: ${name}`);
});

test('a name of a file is found; a longer word, a value, a key, an import and a field that is taken out are none', () => {
  expect(privateNames({ 'domain/fixed-places.ts': '', 'domain/places/a.ts': '' })).toEqual([
    'domain/fixed-places.ts',
    'domain/places/a.ts',
  ]);
  const source =
    "import { placeOf } from './b.ts'; const { place } = row; const replaced = { given: 'TYPED' }; replaced.placement(place);";
  expect(privateNames({ 'domain/a.ts': source })).toEqual([]);
});
