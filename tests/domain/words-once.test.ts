import { expect, test } from 'vitest';
import { childrenOf, isNode, parse, readSources, walk, type Node, type Sources } from '#tests/support/checks/syntax.ts';

// Each name of the wire has its words once, in a table beside its subject: two tables of words for one enum drift apart.

/** A language has words of its own for what another one says. */
const LANGUAGES = ['src/sign/texts/', 'domain/meanings/'];

/** Enums with more tables of words than one: where they stand, and why. */
const STAY: Readonly<Record<string, readonly [files: readonly string[], why: string]>> = {
  'ACCEPT DISCUSS REFUSE': [
    ['domain/consents/choice-words.ts', 'domain/consents/choice-words.ts'],
    'in the words of whoever answers, and as staff read the answer',
  ],
  'ACTIVE DRAFT RETIRED UNDER_REVIEW': [
    ['domain/cases/state-words.ts', 'src/screens/library/procedure-acts.ts'],
    'the acts by which a procedure gets there',
  ],
  'ACTIVE_CONTENT CHANGEABLE DAMAGED EMPTY ENCRYPTED MIXED_FILES NOT_A_SCAN PRINT_COLOURS RARE_PICTURE TOO_LARGE TOO_MANY_PAGES TOO_MANY_PIXELS TOO_SLOW':
    [
      ['domain/documents/attachment.ts', 'domain/documents/scan-refusals.ts'],
      'what to do with a file that is attached, and with a form that was scanned',
    ],
  'ADULT CHILD YOUNG_PERSON': [['domain/forms/form-words.ts', 'domain/forms/form-words.ts'], 'two rows of one table'],
  'ACCEPTED CLOSED DRAFT MORE_INFO REJECTED UNDER_REVIEW': [
    ['domain/referrals/referral-words.ts', 'src/screens/referrals/referral-words.ts'],
    'the state, and sentences about the next step',
  ],
  'ACTIVE DECEASED INACTIVE MERGED': [
    ['domain/cases/state-words.ts', 'src/screens/patients/StatusDialog.tsx'],
    'the state, and sentences about its consequences',
  ],
  'APP EMAIL LETTER SMS': [
    ['domain/values/message-channels.ts', 'src/screens/cases/links/link-words.ts'],
    'the names, and how a link went',
  ],
  'BOTH LEFT RIGHT': [
    ['server/work/fhir/fhir-codes.ts', 'src/ui/gallery/FieldsSection.tsx'],
    'the terms of SNOMED CT, and examples in the gallery of fields',
  ],
  'CHILD CLINICIAN CONFIRMER CONSULTEE INTERPRETER PARENT PATIENT SECOND_OPINION WITNESS': [
    ['domain/consents/statements.ts', 'domain/forms/role-words.ts', 'domain/forms/signer-roles.ts'],
    'sentences that are signed, the words, and rules in lower case',
  ],
  'AGREED DECLINED MORE_TIME WITHDRAWN': [
    ['domain/theatre/sheet-row.ts', 'domain/theatre/theatre-sheet.ts'],
    'what people write on a sheet, and what is read of it',
  ],
  'BSL IN_PERSON PHONE VIDEO': [
    ['domain/consents/form-statements.ts', 'domain/consents/interpreter-words.ts'],
    'a part of sentences that are signed, which never change',
  ],
  'CHILD COURT PARENT': [
    ['domain/family/family-words.ts', 'src/screens/builder/family/FamilyStep.tsx'],
    'hints beside the choices',
  ],
  'DO_NOT_TREAT TREAT': [
    ['domain/capacity/capacity-authority-words.ts', 'domain/family/family-words.ts'],
    'on the paper of two forms, which is drawn again as it was',
  ],
  'GENERAL LOCAL NONE REGIONAL SEDATION': [
    ['domain/consents/procedure-changes.ts', 'domain/library/anaesthetic-words.ts'],
    'plain words of what has changed, for whoever signs',
  ],
  'GOVUK NHS': [
    ['src/screens/messages/WaysPanel.tsx', 'src/screens/messages/WaysPanel.tsx'],
    'the names, and the headings of their panels',
  ],
  'HERE LETTER MEETING PHONE': [
    ['domain/capacity/capacity-people-words.ts', 'domain/family/parent-words.ts'],
    'two enums: how people were asked, and how an adult answered',
  ],
  'NO YES': [
    [
      'src/screens/builder/family/TellParentsPanel.tsx',
      'src/screens/cases/acts/yes-no.ts',
      'src/screens/library/RiskEditor.tsx',
      'src/ui/fields/FieldControl.tsx',
    ],
    'the answers to any question',
  ],
  'SUPERSEDED VOIDED WITHDRAWN': [
    ['server/work/documents/content/viewing-copy-document.ts', 'server/work/fhir/fhir-codes.ts'],
    'the marks on each page of a viewing copy, and its type in the record of another system',
  ],
};

test('the names of each enum have their words once', () => {
  const found = wordTables(readSources());
  const filesOf = (wanted: string) => found.filter(({ names }) => names === wanted).map(({ file }) => file);
  const several = found.flatMap(({ names }) => (filesOf(names).length > 1 ? [[names, filesOf(names)] as const] : []));
  expect(Object.fromEntries(several)).toEqual(Object.fromEntries(Object.entries(STAY).map(([names, [files]]) => [names, files])));
});

test('a table of words is found as a record, as a map, as a list of choices, and with a tone beside the words', () => {
  const tables = [
    "const a = { ON_TIME: 'On time', LATE: 'Too late' }",
    "const a = new Map([['LATE', 'Too late'], ['ON_TIME', 'On time']])",
    "const a = [{ value: 'ON_TIME', label: 'On time' }, { value: 'LATE', label: `Too late` }]",
    "const a = { ON_TIME: { tone: 'ok', words: 'On time' }, LATE: { tone: 'warn', words: 'Too late' } }",
    "const a = { ...others, ON_TIME: 'On time', LATE: 'Too late' }",
    "const a = [{ value: 'ALL', label: 'All' }, { value: 'ON_TIME', label: 'On time' }, { value: 'LATE', label: 'Too late' }]",
    "const a = [{ status: 'ON_TIME' as const, title: 'On time' }, { status: 'LATE' as const, title: 'Too late' }]",
    "const a = { ON_TIME: say('On time'), LATE: say('Too late') }",
    "const a = (when) => { switch (when) { case 'ON_TIME': return 'On time'; case 'LATE': return 'Too late'; } }",
    'const a = { ON_TIME: <b>On time</b>, LATE: <b>Too late</b> }',
    'const a = { ON_TIME: (name) => `On time, ${name}`, LATE: (name) => `Too late, ${name}` }',
  ];
  for (const table of tables)
    expect(wordTables({ 'src/a.tsx': table }), table).toEqual([{ file: 'src/a.tsx', names: 'LATE ON_TIME' }]);
  const others = [
    "const a = { ON_TIME: 'ok', LATE: 'warn' }",
    "const a = { ON_TIME: 'on_time', LATE: 'LATE' }",
    'const a = { ON_TIME: 1 }',
  ];
  for (const other of others) expect(wordTables({ 'src/a.ts': other })).toEqual([]);
  expect(wordTables({ 'src/sign/texts/en.ts': tables[0] ?? '' })).toEqual([]);
});

type Entry = readonly [name: unknown, words: string | undefined];

/** The tables in sources that have words for names of the wire; the names in alphabetical order. */
function wordTables(sources: Sources): { file: string; names: string }[] {
  const found: { file: string; names: string }[] = [];
  for (const [file, source] of Object.entries(sources).filter(([file]) => !LANGUAGES.some((folder) => file.startsWith(folder))))
    walk(parse(file, source).program, (node) => {
      // A filter that offers all of them is a table of the others.
      const entries = entriesOf(node).filter(([name]) => name !== 'ALL');
      if (entries.length > 1 && entries.every(isNamed) && entries.some(([, words]) => isProse(words ?? '')))
        found.push({
          file,
          names: entries
            .map(([name]) => name)
            .toSorted()
            .join(' '),
        });
    });
  return found;
}

const isNamed = ([name, words]: Entry) => typeof name === 'string' && /^[A-Z][A-Z0-9_]*$/.test(name) && words !== undefined;
/** Words for people: small letters, and a space or a capital before them. */
const isProse = (words: string) => /\p{Ll}/u.test(words) && /^\p{Lu}|\s/u.test(words);

function entriesOf(node: Node): Entry[] {
  if (node.type === 'ObjectExpression')
    return childrenOf(node).flatMap((each): Entry[] =>
      each.type === 'SpreadElement' ? [] : [[nameOf(each['key']), wordsOf(each['value'])]],
    );
  if (node.type === 'SwitchStatement') return childrenOf(node).flatMap(caseEntry);
  if (node.type !== 'ArrayExpression') return [];
  return childrenOf(node).map((each) => {
    if (each.type !== 'ArrayExpression') return [nameOf(bare(memberOf(each, NAMES))), wordsOf(each)];
    const [name, words] = childrenOf(each);
    return [nameOf(name), wordsOf(words)];
  });
}

const NAMES = ['value', 'key', 'id', 'status', 'state', 'kind'];

/** `case 'LATE': return 'Too late';` */
function caseEntry({ type, test: name, consequent }: Node): Entry[] {
  const [first] = Array.isArray(consequent) ? (consequent as readonly unknown[]) : [];
  return type === 'SwitchCase' && isNode(name) && isNode(first) ? [[nameOf(name), wordsOf(first)]] : [];
}

/** The words of a value: its first text for people, wherever it stands in it, also drawn on the page or in a call. */
function wordsOf(value: unknown): string | undefined {
  const all: string[] = [];
  if (isNode(value))
    walk(value, (node) => {
      const text =
        node.type === 'JSXText'
          ? String(node['value']).trim()
          : node.type === 'TemplateElement'
            ? templatePart(node)
            : textOf(node);
      if (text !== undefined) all.push(text);
      return node.type !== 'TemplateLiteral';
    });
  return all.find(isProse) ?? all[0];
}

const bare = (node: unknown): unknown => (isNode(node) && isNode(node['expression']) ? bare(node['expression']) : node);

const memberOf = (node: Node, names: readonly string[]) =>
  childrenOf(node).find(({ key }) => isNode(key) && names.includes(String(key['name'])))?.['value'];

const nameOf = (key: unknown) => (isNode(key) ? (key['name'] ?? key['value']) : undefined);

/** A text of the source; of a template its own parts. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'TemplateLiteral') return childrenOf(node).map(templatePart).join('');
  return node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;
}

function templatePart({ type, value }: Node): string {
  return type === 'TemplateElement' ? String((value as { cooked?: string }).cooked) : '';
}
